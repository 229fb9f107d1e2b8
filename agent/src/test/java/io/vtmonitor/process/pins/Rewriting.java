package io.vtmonitor.process.pins;

import io.vtmonitor.scenario.OtherAgent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What another agent does to a scenario's class, and that agent as a jar. */
enum Rewriting {
    /** Every method first counts its call: all else moves on. */
    COUNTS {
        @Override
        MethodVisitor method(MethodVisitor next, String type, String name) {
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    visitMethodInsn(
                            Opcodes.INVOKESTATIC, Type.getInternalName(OtherAgent.class), "called", "()V", false);
                }
            };
        }
    },
    /** The method {@code release} locks its class. */
    LOCKS {
        @Override
        MethodVisitor method(MethodVisitor next, String type, String name) {
            return name.equals("release") ? new Locking(next, type) : next;
        }
    };

    abstract MethodVisitor method(MethodVisitor next, String type, String name);

    /** Writes the rewritten class below the folder, as {@link OtherAgent} looks for it. */
    void write(Class<?> type, Path folder) throws IOException {
        String name = Type.getInternalName(type);
        try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
            ClassReader reader = new ClassReader(in);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_FRAMES);
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String method, String descriptor, String signature, String[] exceptions) {
                            return Rewriting.this.method(
                                    super.visitMethod(access, method, descriptor, signature, exceptions), name, method);
                        }
                    },
                    ClassReader.SKIP_FRAMES);
            Path file = folder.resolve(name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, writer.toByteArray());
        }
    }

    /** The jar of {@link OtherAgent}. */
    static Path agent(Path directory) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", OtherAgent.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve("other-agent.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream content = new JarOutputStream(out, manifest)) {
            for (String part : new String[] {"", "$Way", "$Replacing"}) {
                String name = Type.getInternalName(OtherAgent.class) + part + ".class";
                content.putNextEntry(new JarEntry(name));
                try (InputStream in = OtherAgent.class.getResourceAsStream("/" + name)) {
                    in.transferTo(content);
                }
            }
        }
        return jar;
    }

    /** A synchronized block around a method that returns nothing. */
    private static final class Locking extends MethodVisitor {
        private final Type type;
        private final Label handler = new Label();
        private Label begin = new Label();

        Locking(MethodVisitor next, String type) {
            super(Opcodes.ASM9, next);
            this.type = Type.getObjectType(type);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            visitLdcInsn(type);
            super.visitInsn(Opcodes.MONITORENTER);
            visitLabel(begin);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                Label end = new Label();
                visitLabel(end);
                visitTryCatchBlock(begin, end, handler, null);
                visitLdcInsn(type);
                super.visitInsn(Opcodes.MONITOREXIT);
                super.visitInsn(opcode);
                begin = new Label();
                visitLabel(begin);
            } else {
                super.visitInsn(opcode);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            visitLabel(handler);
            visitLdcInsn(type);
            super.visitInsn(Opcodes.MONITOREXIT);
            super.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }
    }
}
