package io.vtmonitor.unpin.flow;

import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Constants that are method handles of {@code wait}, {@code notify} and their like: method references above all. The
 * runtime's method stands for each where the handle's type stays what it was, or where the type is adapted anyway.
 */
public final class MonitorHandles {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    private MonitorHandles() {}

    /** Whether an instruction has one. */
    static boolean has(AbstractInsnNode insn) {
        return hasAny(insn, false);
    }

    /** Whether an instruction has one that the runtime's method can't stand for. */
    static boolean hasFixed(AbstractInsnNode insn) {
        return hasAny(insn, true);
    }

    private static boolean hasAny(AbstractInsnNode insn, boolean fixed) {
        if (insn instanceof LdcInsnNode constant) {
            return hasAny(constant.cst, false, fixed);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (hasAny(argument, isReference(dynamic), fixed)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isReference(InvokeDynamicInsnNode dynamic) {
        return dynamic.bsm.getOwner().equals(METAFACTORY);
    }

    private static boolean hasAny(Object constant, boolean adapted, boolean fixed) {
        if (constant instanceof ConstantDynamic dynamic) {
            for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                if (hasAny(dynamic.getBootstrapMethodArgument(i), false, fixed)) {
                    return true;
                }
            }
        }
        return constant instanceof Handle handle
                && MonitorCalls.is(handle)
                && !(fixed && (adapted || MonitorCalls.keepsType(handle)));
    }

    /** Puts the runtime's methods into a method's constants. */
    public static void replace(MethodNode method, String runtime) {
        for (AbstractInsnNode insn : method.instructions) {
            if (has(insn) && insn instanceof LdcInsnNode constant) {
                constant.cst = replaced(constant.cst, false, runtime);
            } else if (has(insn) && insn instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    dynamic.bsmArgs[i] = replaced(dynamic.bsmArgs[i], isReference(dynamic), runtime);
                }
                if (isReference(dynamic)) {
                    dynamic.desc = capturing(dynamic);
                }
            }
        }
    }

    /** What a method reference captures has to be of the very type of the method's parameter (LambdaMetafactory). */
    private static String capturing(InvokeDynamicInsnNode dynamic) {
        Type[] captured = Type.getArgumentTypes(dynamic.desc);
        if (captured.length > 0 && dynamic.bsmArgs[1] instanceof Handle implementation) {
            captured[0] = Type.getArgumentTypes(implementation.getDesc())[0];
        }
        return Type.getMethodDescriptor(Type.getReturnType(dynamic.desc), captured);
    }

    private static Object replaced(Object constant, boolean adapted, String runtime) {
        if (constant instanceof ConstantDynamic dynamic) {
            Object[] arguments = new Object[dynamic.getBootstrapMethodArgumentCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = replaced(dynamic.getBootstrapMethodArgument(i), false, runtime);
            }
            return new ConstantDynamic(
                    dynamic.getName(), dynamic.getDescriptor(), dynamic.getBootstrapMethod(), arguments);
        }
        if (constant instanceof Handle handle
                && MonitorCalls.is(handle)
                && (adapted || MonitorCalls.keepsType(handle))) {
            return new Handle(
                    Opcodes.H_INVOKESTATIC,
                    runtime,
                    MonitorCalls.substitute(handle.getName()),
                    MonitorCalls.substituteDescriptor(handle.getName(), handle.getDesc()),
                    false);
        }
        return constant;
    }
}
