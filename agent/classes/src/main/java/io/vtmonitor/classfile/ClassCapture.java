package io.vtmonitor.classfile;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * One attempt to read a class as the JVM runs it. The JVM shows a class file only to code that wants to change the
 * class. So a change is requested, and the transformer returns what no JVM accepts: a class with another modifier.
 * Nothing is replaced, no compiled code is dropped, and an agent that rewrites a class only the first time does not
 * lose its change. The transformers of other agents do run, and their result is what is read.
 */
final class ClassCapture implements ClassFileTransformer {
    private final Class<?> type;
    private final long asking = Thread.currentThread().getId();
    private volatile byte @Nullable [] seen;

    private ClassCapture(Class<?> type) {
        this.type = type;
    }

    /** The class file, null if the JVM does not show it. */
    static byte @Nullable [] of(Class<?> type, Instrumentation instrumentation) {
        if (!instrumentation.isModifiableClass(type)) {
            return null;
        }
        ClassCapture capture = new ClassCapture(type);
        instrumentation.addTransformer(capture, true);
        try {
            instrumentation.retransformClasses(type);
        } catch (Throwable ignored) { // as wanted; and another agent's transformer may throw anything
            return capture.seen;
        } finally {
            instrumentation.removeTransformer(capture);
        }
        return capture.seen;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> changed,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (changed != type || Thread.currentThread().getId() != asking) {
            return null; // another class is being loaded meanwhile
        }
        seen = classFile;
        return unacceptable(classFile);
    }

    /** A whole class file still: agents that came after us get to see it. */
    static byte[] unacceptable(byte[] classFile) {
        byte[] changed = classFile.clone();
        int accessFlags = new ClassReader(classFile).header;
        changed[accessFlags] ^= (byte) (Opcodes.ACC_SYNTHETIC >> 8);
        return changed;
    }
}
