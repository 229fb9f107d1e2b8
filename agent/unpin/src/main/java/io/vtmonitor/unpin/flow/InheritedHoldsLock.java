package io.vtmonitor.unpin.flow;

import java.util.function.Predicate;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * {@code Thread.holdsLock} by the name of a class that extends {@code Thread}, as compilers write it inside such a
 * class. Which method that is takes the classes above to tell.
 */
public final class InheritedHoldsLock {
    private static final String THREAD = "java/lang/Thread";
    private static final String NAME = "holdsLock";
    private static final String DESCRIPTOR = "(Ljava/lang/Object;)Z";

    /** Name and descriptor. */
    public static final String METHOD = NAME + DESCRIPTOR;

    private InheritedHoldsLock() {}

    static boolean mayBe(int opcode, String owner, String name, String descriptor) {
        return opcode == Opcodes.INVOKESTATIC
                && name.equals(NAME)
                && descriptor.equals(DESCRIPTOR)
                && !owner.equals(THREAD);
    }

    static boolean mayBe(Object constant) {
        return constant instanceof Handle handle
                && handle.getTag() == Opcodes.H_INVOKESTATIC
                && mayBe(Opcodes.INVOKESTATIC, handle.getOwner(), handle.getName(), handle.getDesc());
    }

    static boolean mayBe(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return mayBe(call.getOpcode(), call.owner, call.name, call.desc);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (mayBe(argument)) {
                    return true;
                }
            }
        }
        return insn instanceof LdcInsnNode constant && mayBe(constant.cst);
    }

    /**
     * Calls get the runtime's method; handles name {@code Thread} from now on.
     *
     * @param inherits whether a class has the method from {@code Thread}
     */
    public static void replace(MethodNode method, String runtime, Predicate<String> inherits) {
        for (AbstractInsnNode insn : method.instructions) {
            if (!mayBe(insn)) {
                continue;
            }
            if (insn instanceof MethodInsnNode call && inherits.test(call.owner)) {
                call.owner = runtime;
                call.name = MonitorCalls.substitute(NAME);
                call.itf = false;
            } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    dynamic.bsmArgs[i] = named(dynamic.bsmArgs[i], inherits);
                }
            } else if (insn instanceof LdcInsnNode constant) {
                constant.cst = named(constant.cst, inherits);
            }
        }
    }

    private static Object named(Object constant, Predicate<String> inherits) {
        return mayBe(constant) && constant instanceof Handle handle && inherits.test(handle.getOwner())
                ? new Handle(Opcodes.H_INVOKESTATIC, THREAD, NAME, DESCRIPTOR, false)
                : constant;
    }
}
