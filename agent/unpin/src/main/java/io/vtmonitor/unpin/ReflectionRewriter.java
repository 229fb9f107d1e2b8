package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.MonitorHandles;
import io.vtmonitor.unpin.flow.ReflectiveCalls;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Passes to the runtime what code reaches by name or by a constant method handle. A call stays in place, because its
 * caller matters; its arguments and its result pass through the runtime. No branch is added, so every frame stays
 * valid.
 */
final class ReflectionRewriter {
    private ReflectionRewriter() {}

    static void rewrite(MethodNode method) {
        MonitorHandles.replace(method, BootClasses.RUNTIME);
        int free = method.maxLocals;
        int stack = method.maxStack;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            ReflectiveCalls.Change change = ReflectiveCalls.of(insn);
            if (change != null) {
                int operands = change(method, (MethodInsnNode) insn, change, free);
                method.maxLocals = Math.max(method.maxLocals, free + operands);
                method.maxStack = Math.max(method.maxStack, stack + operands + 1);
            }
        }
    }

    /** @return how many operands it has, one place in the frame each */
    private static int change(MethodNode method, MethodInsnNode call, ReflectiveCalls.Change change, int free) {
        List<Type> operands = new ArrayList<>(List.of(Type.getObjectType(call.owner)));
        operands.addAll(List.of(Type.getArgumentTypes(call.desc)));
        InsnList before = new InsnList();
        for (int i = operands.size() - 1; i >= 0; i--) {
            before.add(new VarInsnNode(operands.get(i).getOpcode(Opcodes.ISTORE), free + i));
        }
        for (int i = 0; i < operands.size(); i++) {
            String other = change.before().get(i);
            if (other == null) {
                before.add(load(operands, i, free));
            } else {
                before.add(call(operands, null, operands.get(i), other, free));
            }
        }
        method.instructions.insertBefore(call, before);
        if (change.after() != null) {
            Type result = Type.getReturnType(call.desc);
            method.instructions.insert(call, call(operands, result, result, change.after(), free));
        }
        return operands.size();
    }

    private static AbstractInsnNode load(List<Type> operands, int number, int free) {
        return new VarInsnNode(operands.get(number).getOpcode(Opcodes.ILOAD), free + number);
    }

    private static InsnList call(List<Type> operands, @Nullable Type first, Type result, String name, int free) {
        InsnList code = new InsnList();
        List<Type> parameters = new ArrayList<>(first == null ? List.of() : List.of(first));
        for (int i = 0; i < operands.size(); i++) {
            code.add(load(operands, i, free));
            parameters.add(operands.get(i));
        }
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, BootClasses.REFLECTION, name, descriptor, false));
        return code;
    }
}
