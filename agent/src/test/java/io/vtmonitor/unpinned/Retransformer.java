package io.vtmonitor.unpinned;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** Another agent, one that may retransform: it gives back what it is given, as if it had changed it. */
public final class Retransformer implements ClassFileTransformer {
    private static Instrumentation instrumentation;
    private static int seen;

    private Retransformer() {}

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new Retransformer(), true);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || !name.startsWith("io/vtmonitor/unpinned/")) {
            return null;
        }
        seen++;
        return classFile.clone();
    }

    /** Locks before it is retransformed, after that, and after its own class file was put in its place. */
    public static void main(String[] arguments) throws Exception {
        System.in.read();
        System.out.println("loaded: " + new Island().get());
        int before = seen;
        instrumentation.retransformClasses(Island.class);
        System.out.println("retransformed " + (seen - before) + ": " + new Island().get());
        try (var in = Island.class.getResourceAsStream("Island.class")) {
            instrumentation.redefineClasses(new ClassDefinition(Island.class, in.readAllBytes()));
        }
        System.out.println("redefined: " + new Island().get());
    }
}
