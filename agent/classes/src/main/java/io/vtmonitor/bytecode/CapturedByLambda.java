package io.vtmonitor.bytecode;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Finds what a lambda expression's body captured from the method that contains it. A body is private and synthetic. If
 * exactly one instruction of its class refers to it, its first parameters are the values that this instruction took
 * from the stack.
 */
final class CapturedByLambda {
    private CapturedByLambda() {}

    /**
     * Only values that a {@link CriticalSection} needs: the others keep the names that the body itself gives them.
     *
     * @return by local variable of the body
     */
    static Map<Integer, SymbolicLock> methodsIn(ClassReader classFile, MethodNode body) throws AnalyzerException {
        if ((body.access & Opcodes.ACC_SYNTHETIC) == 0 || (body.access & Opcodes.ACC_PRIVATE) == 0) {
            return Map.of();
        }
        ClassNode type = new ClassNode();
        classFile.accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        MethodNode around = null;
        AbstractInsnNode maker = null;
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (refersTo(insn, type.name, body)) {
                    if (maker != null || !(insn instanceof InvokeDynamicInsnNode)) {
                        return Map.of();
                    }
                    around = method;
                    maker = insn;
                }
            }
        }
        return around == null || maker == null ? Map.of() : handedOver(type.name, around, maker, body);
    }

    private static boolean refersTo(AbstractInsnNode insn, String owner, MethodNode body) {
        if (insn instanceof MethodInsnNode call) {
            return call.owner.equals(owner) && call.name.equals(body.name) && call.desc.equals(body.desc);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (argument instanceof Handle handle
                        && handle.getOwner().equals(owner)
                        && handle.getName().equals(body.name)
                        && handle.getDesc().equals(body.desc)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Map<Integer, SymbolicLock> handedOver(
            String owner, MethodNode around, AbstractInsnNode maker, MethodNode body) throws AnalyzerException {
        @Nullable MonitorFrame[] states = MethodCode.flow(owner, around, Map.of());
        MonitorFrame state = states[around.instructions.indexOf(maker)];
        Map<Integer, SymbolicLock> values = new TreeMap<>();
        if (state == null) {
            return values;
        }
        Type[] captured = Type.getArgumentTypes(((InvokeDynamicInsnNode) maker).desc);
        boolean isStatic = (body.access & Opcodes.ACC_STATIC) != 0;
        int local = 0;
        for (int i = 0; i < captured.length; i++) {
            SymbolicLock value = state.getStack(state.getStackSize() - captured.length + i);
            if (CriticalSection.isMethod(value) && (isStatic || i > 0)) {
                values.put(local, value);
            }
            local += captured[i].getSize();
        }
        return values;
    }
}
