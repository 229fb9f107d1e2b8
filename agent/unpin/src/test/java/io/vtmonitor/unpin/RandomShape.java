package io.vtmonitor.unpin;

import java.util.Random;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class file with one random method: regions that several instructions enter and several leave, inside of each other,
 * with handlers as javac writes them. Some have a mistake: an enter or an exit too many or too few on one way.
 */
final class RandomShape {
    private static final String NAME = "generated/Generated";
    private static final int ARGUMENT = 1;
    private static final int RESULT = 2;
    private static final int FIRST_LOCAL = 4;
    private static final int DEEPEST = 3;

    private final Random random;
    private final boolean balanced;
    private boolean mistaken;
    private int locals = FIRST_LOCAL;

    RandomShape(long seed) {
        random = new Random(seed * 31);
        balanced = random.nextInt(4) > 0;
    }

    /** Whether every way gives back what it takes. */
    boolean isBalanced() {
        return balanced;
    }

    byte[] generate() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        // The last version whose code needs no frames.
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
        for (String field : new String[] {"first", "second"}) {
            writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, field, "Ljava/lang/Object;", null, null)
                    .visitEnd();
        }
        constructor(writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null));
        holds(writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "holds", "(Ljava/lang/Object;)Z", null, null));
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "(I)J", null, null);
        run.visitCode();
        run.visitInsn(Opcodes.LCONST_1);
        run.visitVarInsn(Opcodes.LSTORE, RESULT);
        for (int regions = 1 + random.nextInt(2); regions > 0; regions--) {
            region(run, DEEPEST);
        }
        run.visitVarInsn(Opcodes.LLOAD, RESULT);
        run.visitInsn(Opcodes.LRETURN);
        run.visitMaxs(0, 0);
        run.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void constructor(MethodVisitor code) {
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        for (String field : new String[] {"first", "second"}) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
            code.visitInsn(Opcodes.DUP);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            code.visitFieldInsn(Opcodes.PUTFIELD, NAME, field, "Ljava/lang/Object;");
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void holds(MethodVisitor code) {
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
        code.visitInsn(Opcodes.IRETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Takes what is chosen once, by one of several instructions, and gives it back by one of several. */
    private void region(MethodVisitor code, int levels) {
        int lock = locals++;
        Label entered = new Label();
        Label left = new Label();
        Label handler = new Label();
        Label handled = new Label();
        push(code);
        code.visitVarInsn(Opcodes.ASTORE, lock);
        ways(code, entered, () -> enter(code, lock));
        code.visitLabel(entered);
        body(code, levels, lock);
        Label leaves = new Label();
        code.visitLabel(leaves);
        ways(code, left, () -> exit(code, lock, handler));
        code.visitLabel(handler);
        int thrown = locals++;
        code.visitVarInsn(Opcodes.ASTORE, thrown);
        code.visitVarInsn(Opcodes.ALOAD, lock);
        code.visitInsn(Opcodes.MONITOREXIT);
        code.visitLabel(handled);
        code.visitVarInsn(Opcodes.ALOAD, thrown);
        code.visitInsn(Opcodes.ATHROW);
        code.visitTryCatchBlock(entered, leaves, handler, null);
        code.visitTryCatchBlock(handler, handled, handler, null);
        code.visitLabel(left);
    }

    private interface Way {
        void write();
    }

    /** One of up to three ways, by the argument; all of them meet again. */
    private void ways(MethodVisitor code, Label meet, Way way) {
        for (int more = random.nextInt(3); more > 0; more--) {
            Label next = new Label();
            code.visitVarInsn(Opcodes.ILOAD, ARGUMENT);
            code.visitIntInsn(Opcodes.BIPUSH, 1 << random.nextInt(4));
            code.visitInsn(Opcodes.IAND);
            code.visitJumpInsn(Opcodes.IFNE, next);
            way.write();
            code.visitJumpInsn(Opcodes.GOTO, meet);
            code.visitLabel(next);
        }
        way.write();
        code.visitJumpInsn(Opcodes.GOTO, meet);
    }

    private void enter(MethodVisitor code, int lock) {
        for (int times = times(); times > 0; times--) {
            code.visitVarInsn(Opcodes.ALOAD, lock);
            code.visitInsn(Opcodes.MONITORENTER);
        }
    }

    /** What throws there is caught, as javac has it. */
    private void exit(MethodVisitor code, int lock, Label handler) {
        Label begin = new Label();
        Label end = new Label();
        code.visitLabel(begin);
        int times = times();
        for (int left = times; left > 0; left--) {
            code.visitVarInsn(Opcodes.ALOAD, lock);
            code.visitInsn(Opcodes.MONITOREXIT);
        }
        code.visitLabel(end);
        if (times > 0) {
            code.visitTryCatchBlock(begin, end, handler, null);
        }
    }

    /** Once; the mistake, of which there is one at most, is made at the first place. */
    private int times() {
        if (balanced || mistaken) {
            return 1;
        }
        mistaken = true;
        return random.nextBoolean() ? 0 : 2;
    }

    private void body(MethodVisitor code, int levels, int lock) {
        code.visitVarInsn(Opcodes.LLOAD, RESULT);
        code.visitLdcInsn(31L + random.nextInt(100));
        code.visitInsn(Opcodes.LMUL);
        code.visitVarInsn(Opcodes.ALOAD, lock);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
        code.visitInsn(Opcodes.I2L);
        code.visitInsn(Opcodes.LADD);
        code.visitVarInsn(Opcodes.LSTORE, RESULT);
        if (random.nextInt(3) == 0) {
            code.visitIntInsn(Opcodes.BIPUSH, 7);
            code.visitVarInsn(Opcodes.ILOAD, ARGUMENT);
            code.visitInsn(Opcodes.IDIV); // throws for 0
            code.visitInsn(Opcodes.POP);
        }
        for (int inner = levels == 0 ? 0 : random.nextInt(3); inner > 0; inner--) {
            region(code, levels - 1);
        }
    }

    private void push(MethodVisitor code) {
        if (random.nextInt(3) == 0) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(
                    Opcodes.GETFIELD, NAME, random.nextBoolean() ? "first" : "second", "Ljava/lang/Object;");
        }
    }
}
