package io.vtmonitor.unpin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.unpin.flow.UsesMonitors;
import io.vtmonitor.unpin.plan.Choice;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Classes that can't be made safe are left as they are, byte by byte, with the reason, and do what they did. */
public class RefusalTest {
    private static final String NAME = "odd/Odd";
    private static final Handle NOTIFY =
            new Handle(Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "notifyAll", "()V", false);

    private final Rewriting rewriting = Rewriting.of("odd.**");

    @Test
    void a_monitor_that_is_not_given_back() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC, method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitInsn(Opcodes.RETURN);
        });
        assertRefused(file, "monitors that are not released on every path in run");
        assertThat(run(file)).startsWith("java.lang.IllegalMonitorStateException");
    }

    @Test
    void a_monitor_that_is_given_back_by_who_has_none() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC, method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitInsn(Opcodes.RETURN);
        });
        assertThat(rewriting.plan(file).scan().refusal()).startsWith("monitors that are not released ");
        assertThat(rewriting.rewrite(file)).isSameAs(file);
        assertThat(run(file)).startsWith("java.lang.IllegalMonitorStateException");
    }

    @Test
    void monitors_that_are_given_back_in_another_order() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC, method -> {
            method.visitLdcInsn("one");
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitInsn(Opcodes.MONITOREXIT);
            method.visitInsn(Opcodes.RETURN);
        });
        assertThat(rewriting.plan(file).scan().refusal()).startsWith("monitors that are not released ");
        assertThat(rewriting.rewrite(file)).isSameAs(file);
        assertThat(run(file)).isEqualTo("ran");
    }

    @Test
    void a_method_handle_of_notify_whose_type_names_another_class() throws Exception {
        Handle notify = new Handle(Opcodes.H_INVOKEVIRTUAL, NAME, "notifyAll", "()V", false);
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, method -> {
            method.visitLdcInsn(notify);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invoke", "(Ljava/lang/Object;)V", false);
            method.visitInsn(Opcodes.RETURN);
        });
        assertRefused(file, "a method handle of wait or notify in run");
        assertThat(run(file)).isEqualTo("ran");
    }

    @Test
    void a_method_handle_of_notify_becomes_the_runtimes() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, method -> {
            method.visitLdcInsn(NOTIFY);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    "java/lang/invoke/MethodHandle",
                    "invokeExact",
                    "(Ljava/lang/Object;)V",
                    false);
            method.visitInsn(Opcodes.RETURN);
        });
        assertRewritten(file);
    }

    @Test
    void a_method_handle_of_notify_within_a_constant_that_is_made_at_run_time_becomes_the_runtimes() throws Exception {
        Handle identity = new Handle(
                Opcodes.H_INVOKESTATIC,
                Type.getInternalName(RefusalTest.class),
                "same",
                Type.getMethodDescriptor(RefusalTest.class.getMethod(
                        "same", MethodHandles.Lookup.class, String.class, Class.class, Object.class)),
                false);
        ConstantDynamic inner = new ConstantDynamic("inner", "Ljava/lang/Object;", identity, NOTIFY);
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, method -> {
            method.visitLdcInsn(new ConstantDynamic("outer", "Ljava/lang/Object;", identity, inner));
            method.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/invoke/MethodHandle");
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invoke", "(Ljava/lang/Object;)V", false);
            method.visitInsn(Opcodes.RETURN);
        });
        assertRewritten(file);
    }

    /** What kotlinc makes of {@code inline fun run(block: () -> Unit) = synchronized(this) { block() }}. */
    @Test
    void a_kotlin_inline_function_is_rewritten_although_markers_stand_before_the_exit() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC, method -> {
            Label begin = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label caught = new Label();
            method.visitTryCatchBlock(begin, end, handler, null);
            method.visitTryCatchBlock(handler, caught, handler, null);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitLabel(begin);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
            method.visitInsn(Opcodes.POP);
            method.visitLabel(end);
            exitBetweenMarkers(method);
            method.visitInsn(Opcodes.RETURN);
            method.visitLabel(handler);
            method.visitFrame(Opcodes.F_FULL, 2, new Object[] {NAME, NAME}, 1, new Object[] {"java/lang/Throwable"});
            method.visitVarInsn(Opcodes.ASTORE, 2);
            method.visitLabel(caught);
            exitBetweenMarkers(method);
            method.visitVarInsn(Opcodes.ALOAD, 2);
            method.visitInsn(Opcodes.ATHROW);
        });
        assertRewritten(file);
    }

    private static void exitBetweenMarkers(MethodVisitor method) {
        String owner = "kotlin/jvm/internal/InlineMarker";
        method.visitInsn(Opcodes.ICONST_1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "finallyStart", "(I)V", false);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitInsn(Opcodes.MONITOREXIT);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "finallyEnd", "(I)V", false);
    }

    /** Bootstrap of a constant: what it is given. */
    public static Object same(MethodHandles.Lookup caller, String name, Class<?> type, Object constant) {
        return constant;
    }

    /** Who has the lock alone may notify by the lock alone: the JVM's method would throw. */
    private void assertRewritten(byte[] file) throws Exception {
        assertThat(run(rewriting.rewriteForHere(file))).isEqualTo("ran");
        assertThat(rewriting.plan(file).scan().refusal()).isNull();
        assertThat(rewriting.plan(file).planned())
                .isNotEmpty()
                .allMatch(one -> one.choice().how() == Choice.How.REWRITE);
    }

    @Test
    void a_synchronized_method_that_puts_something_else_where_this_was() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED, method -> {
            method.visitLdcInsn("something else");
            method.visitVarInsn(Opcodes.ASTORE, 0);
            method.visitInsn(Opcodes.RETURN);
        });
        assertRefused(file, "a synchronized method that assigns to this in run");
        assertThat(run(file)).isEqualTo("ran");
    }

    @Test
    void a_static_synchronized_method_of_a_class_file_that_can_not_name_its_class() throws Exception {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
        byte[] file = odd(Opcodes.V1_4, access, method -> method.visitInsn(Opcodes.RETURN));
        assertRefused(file, "a class file too old to name its class in run");
        assertThat(run(file)).isEqualTo("ran");
        byte[] newer = odd(Opcodes.V1_5, access, method -> method.visitInsn(Opcodes.RETURN));
        assertThat(rewriting.plan(newer).scan().refusal()).isNull();
        assertThat(run(rewriting.rewriteForHere(newer))).isEqualTo("ran");
    }

    @Test
    void a_refused_method_that_may_lock_what_rewritten_code_locks_is_told_to_be_unsound() throws Exception {
        byte[] file = odd(Opcodes.V17, Opcodes.ACC_PUBLIC, method -> {
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/List", "of", "()Ljava/util/List;", true);
            method.visitInsn(Opcodes.MONITORENTER);
            method.visitInsn(Opcodes.RETURN);
        });
        assertThat(rewriting.plan(file).unsound())
                .containsExactly("run locks result of of() by the monitor, since it has monitors that are not"
                        + " released on every path in run; rewritten code may lock the same by the lock: the result of"
                        + " java.util.List.of()");
        assertThat(rewriting.rewrite(file)).isSameAs(file);
    }

    private void assertRefused(byte[] file, String why) {
        assertThat(UsesMonitors.hasMonitors(new org.objectweb.asm.ClassReader(file)))
                .isTrue();
        assertThat(rewriting.plan(file).scan().refusal()).isEqualTo(why);
        assertThat(rewriting.plan(file).planned()).allMatch(one -> one.choice().how() == Choice.How.KEEP);
        assertThat(rewriting.rewrite(file)).isSameAs(file);
    }

    /** What becomes of a call of its method {@code run}. */
    private static String run(byte[] file) throws ReflectiveOperationException {
        Class<?> type = new ClassLoader(RefusalTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(NAME.replace('/', '.'), file, 0, file.length);
            }
        }.define();
        try {
            type.getMethod("run").invoke(type.getConstructor().newInstance());
            return "ran";
        } catch (InvocationTargetException e) {
            return e.getCause().toString();
        }
    }

    private interface Body {
        void write(MethodVisitor method);
    }

    private static byte[] odd(int version, int access, Body body) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
        method(writer, Opcodes.ACC_PUBLIC, "<init>", constructor -> {
            constructor.visitVarInsn(Opcodes.ALOAD, 0);
            constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
            constructor.visitInsn(Opcodes.RETURN);
        });
        method(writer, access, "run", body);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void method(ClassWriter writer, int access, String name, Body body) {
        MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
        method.visitCode();
        body.write(method);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
