package io.vtmonitor.bytecode;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * The bodies of lambda expressions and method references; string concatenation and whatever else is linked at run time
 * has none.
 */
final class Lambdas {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private Lambdas() {}

    static CallSite.@Nullable Passed body(InvokeDynamicInsnNode insn) {
        boolean isLambda = insn.bsm.getOwner().equals(FACTORY)
                && insn.bsmArgs.length >= 2
                && insn.bsmArgs[0] instanceof Type
                && insn.bsmArgs[1] instanceof Handle;
        if (!isLambda) {
            return null;
        }
        Handle body = (Handle) insn.bsmArgs[1];
        return body(insn.desc, body.getTag(), body.getOwner(), body.getName(), body.getDesc());
    }

    /** Of the method that the interface has, for an instruction that has a body. */
    static String descriptor(InvokeDynamicInsnNode insn) {
        return ((Type) insn.bsmArgs[0]).getDescriptor();
    }

    /** @param dynamic the constant that an instruction names */
    static CallSite.@Nullable Passed body(ConstantPool pool, int dynamic, int[] bootstraps) {
        int bootstrap = bootstraps[pool.bootstrap(dynamic)];
        if (!pool.owner(pool.handleMember(pool.u2(bootstrap))).equals(FACTORY)
                || pool.u2(bootstrap + 2) < 2
                || !isType(pool.tag(pool.u2(bootstrap + 4)))
                || pool.tag(pool.u2(bootstrap + 6)) != ConstantPool.METHOD_HANDLE) {
            return null;
        }
        int handle = pool.u2(bootstrap + 6);
        int member = pool.handleMember(handle);
        return body(
                pool.descriptor(dynamic),
                pool.handleKind(handle),
                pool.owner(member),
                pool.memberName(member),
                pool.descriptor(member));
    }

    private static boolean isType(int tag) {
        return tag == ConstantPool.METHOD_TYPE || tag == ConstantPool.CLASS;
    }

    /** Of the method that the interface has, for a constant that has a body. */
    static String descriptor(ConstantPool pool, int dynamic, int[] bootstraps) {
        return pool.name(pool.u2(bootstraps[pool.bootstrap(dynamic)] + 4));
    }

    private static CallSite.@Nullable Passed body(String made, int kind, String owner, String name, String descriptor) {
        Type type = Type.getReturnType(made);
        boolean fixed = kind == Opcodes.H_INVOKESTATIC
                || kind == Opcodes.H_NEWINVOKESPECIAL
                || kind == Opcodes.H_INVOKESPECIAL;
        return type.getSort() == Type.OBJECT
                ? new CallSite.Passed(type.getInternalName(), owner, name, descriptor, fixed)
                : null;
    }
}
