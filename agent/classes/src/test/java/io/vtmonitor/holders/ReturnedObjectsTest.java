package io.vtmonitor.holders;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.bytecode.FrameValues;
import io.vtmonitor.bytecode.InstructionIndex;
import io.vtmonitor.bytecode.SymbolicLock;
import io.vtmonitor.classfile.Captured;
import io.vtmonitor.holders.LockElimination.Origin;
import io.vtmonitor.model.ClassBytes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods that return on many ways what they return themselves: each level has as many ways as all before, times 20.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ReturnedObjectsTest {
    private static final String NAME = "app/Factory";
    private static final int WAYS = 20;

    @Test
    void a_constant_behind_20_ways_to_call_the_method_itself_is_shared() {
        assertThat(origin("(I)Ljava/lang/Object;", Opcodes.GETSTATIC, Arrays.asList((SymbolicLock) null)))
                .isEqualTo(Origin.SHARED);
    }

    @Test
    void an_object_that_is_made_behind_20_ways_to_call_the_method_itself_is_found() {
        assertThat(origin("(I)Ljava/lang/Object;", Opcodes.NEW, Arrays.asList((SymbolicLock) null)))
                .isEqualTo(Origin.MADE);
        assertThat(origin(
                        "(ILjava/lang/Object;)Ljava/lang/Object;", Opcodes.NEW, Arrays.asList(null, SymbolicLock.THIS)))
                .isEqualTo(Origin.MADE);
    }

    @Test
    void a_search_with_more_ways_than_can_be_followed_ends_and_proves_nothing() {
        assertThat(origin(
                        "(ILjava/lang/Object;)Ljava/lang/Object;",
                        Opcodes.GETSTATIC,
                        Arrays.asList(null, SymbolicLock.THIS)))
                .isEqualTo(Origin.MADE);
    }

    private static Origin origin(String descriptor, int last, List<@Nullable SymbolicLock> passed) {
        byte[] factory = factory(descriptor, last);
        ClassBytes classes = name -> name.equals(NAME.replace('/', '.'))
                ? List.of(new ClassBytes.ClassFile(factory, Captured.TEST))
                : List.of();
        return new ReturnedObjects(new InstructionIndex(classes), made -> Origin.MADE)
                .origin(new FrameValues.Call(NAME, "of", descriptor, passed), any -> Origin.SHARED);
    }

    /** @param last how the method gets what it returns on the last way, on which it calls nothing */
    private static byte[] factory(String descriptor, int last) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V1_6, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
        MethodVisitor method = type.visitMethod(Opcodes.ACC_STATIC, "of", descriptor, null, null);
        method.visitCode();
        for (int i = 0; i < WAYS; i++) {
            Label next = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitIntInsn(Opcodes.BIPUSH, i);
            method.visitJumpInsn(Opcodes.IF_ICMPNE, next);
            method.visitVarInsn(Opcodes.ILOAD, 0);
            if (descriptor.startsWith("(IL")) {
                method.visitVarInsn(Opcodes.ALOAD, 1);
            }
            method.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, "of", descriptor, false);
            method.visitInsn(Opcodes.ARETURN);
            method.visitLabel(next);
        }
        if (last == Opcodes.NEW) {
            method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
            method.visitInsn(Opcodes.DUP);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        } else {
            method.visitFieldInsn(last, NAME, "ONE", "Ljava/lang/Object;");
        }
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }
}
