package io.vtmonitor.nest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites class files into what compilers do not write and the JVM runs all the same: line numbers that are missing,
 * all one, shuffled or huge; monitors that are entered and left in any order; bridge methods that are synchronized.
 */
public enum ClassShape {
    AS_COMPILED,
    WITHOUT_LINES,
    ON_ONE_LINE,
    SHUFFLED_LINES,
    LAST_LINE;

    private static final int MOST_LINES = 65_535;
    private static final String MONITORS = "io/vtmonitor/nest/Monitors";
    private static final String BRIDGED = "bridged";

    /** A shape at random; half of the time the compiler's own. */
    static ClassShape random(Random random) {
        return random.nextBoolean() ? AS_COMPILED : values()[random.nextInt(values().length)];
    }

    /**
     * Gives the classes in a folder this shape.
     *
     * @param seed of what is random in it
     */
    public void give(Path folder, long seed) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            ClassReader reader = new ClassReader(Files.readAllBytes(file));
            ClassWriter writer = new ClassWriter(0);
            reader.accept(new Shaping(writer, new Random(seed)), 0);
            Files.write(file, writer.toByteArray());
        }
    }

    private final class Shaping extends ClassVisitor {
        private final Random random;

        Shaping(ClassVisitor next, Random random) {
            super(Opcodes.ASM9, next);
            this.random = random;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            boolean flagged = (access & Opcodes.ACC_BRIDGE) != 0 && name.equals(BRIDGED);
            int given = flagged ? access | Opcodes.ACC_SYNCHRONIZED : access;
            return new Instructions(super.visitMethod(given, name, descriptor, signature, exceptions), random);
        }
    }

    private final class Instructions extends MethodVisitor {
        private final Random random;

        Instructions(MethodVisitor next, Random random) {
            super(Opcodes.ASM9, next);
            this.random = random;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(MONITORS)) {
                visitInsn(name.equals("enter") ? Opcodes.MONITORENTER : Opcodes.MONITOREXIT);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            switch (ClassShape.this) {
                case AS_COMPILED -> super.visitLineNumber(line, start);
                case WITHOUT_LINES -> {}
                case ON_ONE_LINE -> super.visitLineNumber(1, start);
                case SHUFFLED_LINES -> super.visitLineNumber(1 + random.nextInt(MOST_LINES), start);
                case LAST_LINE -> super.visitLineNumber(MOST_LINES, start);
            }
        }
    }
}
