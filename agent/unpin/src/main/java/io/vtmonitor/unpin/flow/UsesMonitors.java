package io.vtmonitor.unpin.flow;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Whether a class has anything to do with monitors, reflects on what may have, or hands an object to code of the JDK
 * that locks it. Most have not, and every class that loads is asked.
 */
public final class UsesMonitors extends ClassVisitor {
    private boolean found;

    private UsesMonitors() {
        super(Opcodes.ASM9);
    }

    public static boolean hasMonitors(ClassReader reader) {
        UsesMonitors look = new UsesMonitors();
        reader.accept(look, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return look.found;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        found |= (access & Opcodes.ACC_SYNCHRONIZED) != 0;
        return found ? null : new Instructions();
    }

    private final class Instructions extends MethodVisitor {
        Instructions() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitInsn(int opcode) {
            found |= opcode == Opcodes.MONITORENTER;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            found |= MonitorCalls.is(opcode, owner, name, descriptor)
                    || ReflectiveCalls.is(owner, name)
                    || HandedOn.isToLocker(owner, descriptor)
                    || InheritedHoldsLock.mayBe(opcode, owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                visitLdcInsn(argument);
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Handle handle) {
                found |= MonitorCalls.is(handle) || InheritedHoldsLock.mayBe(handle);
            } else if (value instanceof ConstantDynamic dynamic) {
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    visitLdcInsn(dynamic.getBootstrapMethodArgument(i));
                }
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            // of no interest
        }
    }
}
