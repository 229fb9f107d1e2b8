package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.plan.Choice;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files of compilers that no longer exist. */
class OldClassFileTest {
    private final Rewriting rewriting = Rewriting.of("old.**");

    @Test
    void a_monitor_given_back_in_a_subroutine_is_refused_with_the_reason() {
        byte[] file = oldClass(method -> {
            Label subroutine = new Label();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitInsn(Opcodes.RETURN);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitVarInsn(Opcodes.RET, 1);
        });
        assertThat(rewriting.plan(file).scan().refusal()).isEqualTo("subroutines of old compilers (jsr) in run");
        assertThat(rewriting.rewrite(file)).isSameAs(file);
    }

    @Test
    void a_monitor_of_a_class_file_without_frames_is_rewritten() {
        byte[] file = oldClass(method -> {
            Label begin = new Label();
            Label end = new Label();
            Label handler = new Label();
            method.visitTryCatchBlock(begin, end, handler, null);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitLabel(begin);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitLabel(end);
            method.visitInsn(Opcodes.RETURN);
            method.visitLabel(handler);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitInsn(Opcodes.ATHROW);
        });
        assertThat(rewriting.rewrite(file)).isNotEqualTo(file);
        assertThat(rewriting.plan(file).planned())
                .extracting(one -> one.choice().how())
                .containsExactly(Choice.How.REWRITE);
        Class<?> loaded = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                byte[] changed = rewriting.rewriteForHere(file);
                return defineClass("old.Old", changed, 0, changed.length);
            }
        }.define();
        assertThat(loaded.getDeclaredMethods()).hasSize(1);
    }

    private interface Body {
        void write(MethodVisitor method);
    }

    private static byte[] oldClass(Body body) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, "old/Old", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        method.visitCode();
        body.write(method);
        method.visitMaxs(4, 2);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
