package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.flow.ThrowingAnalyzer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * What a frame passes to the method that it calls, or returns, and what it stored before, on whichever way it came
 * there. A store that the frame may not have come by proves nothing: compilers leave out what was never run.
 *
 * @param passed the object whose method is called, if any, then the arguments; null for what is no object; at a return
 *     the object that is returned
 * @param stores what was surely stored
 * @param captured by object that an {@code invokedynamic} made: what it was given
 * @param results by object that a call returned: the call
 * @param makes true if the method makes objects, so that a value of unknown origin may be one of them
 * @param lastIndex the method's last bytecode index
 */
public record FrameValues(
        List<@Nullable SymbolicLock> passed,
        List<Store> stores,
        Map<SymbolicLock, List<@Nullable SymbolicLock>> captured,
        Map<SymbolicLock, Call> results,
        boolean makes,
        int lastIndex) {
    /**
     * An object that was stored.
     *
     * @param value the object
     * @param into the object in whose field or element, null for a static field
     */
    public record Store(SymbolicLock value, @Nullable SymbolicLock into) {}

    /**
     * A call.
     *
     * @param owner internal name of the class that the instruction names
     * @param name of the method
     * @param descriptor of the method
     * @param passed as {@link FrameValues#passed}
     */
    public record Call(String owner, String name, String descriptor, List<@Nullable SymbolicLock> passed) {
        /** What a parameter of the method that is called, or its {@code this}, is for the caller. */
        public @Nullable SymbolicLock passedAs(SymbolicLock parameter) {
            int receivers = passed.size() - Type.getArgumentCount(descriptor);
            return passed.get(parameter.equals(SymbolicLock.THIS) ? 0 : receivers + parameter.parameter() - 1);
        }
    }

    /**
     * @param states before each instruction of the method
     * @param at where the frame stands
     */
    static FrameValues of(MethodNode method, @Nullable MonitorFrame[] states, AbstractInsnNode at, int lastIndex) {
        MonitorFrame state = Objects.requireNonNull(states[method.instructions.indexOf(at)]);
        List<Store> stores = new ArrayList<>();
        Map<SymbolicLock, List<@Nullable SymbolicLock>> captured = new HashMap<>();
        Map<SymbolicLock, Call> results = new HashMap<>();
        boolean makes = false;
        for (int i = 0; i < states.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            makes |= makes(insn.getOpcode());
            MonitorFrame before = states[i];
            if (before == null) {
                continue;
            }
            MonitorFrame after = i + 1 < states.length ? states[i + 1] : null;
            SymbolicLock top =
                    after == null || after.getStackSize() == 0 ? null : after.getStack(after.getStackSize() - 1);
            if (insn instanceof InvokeDynamicInsnNode && top != null) {
                captured.put(top, passed(insn, before));
            } else if (insn instanceof MethodInsnNode call && top != null && top.isResult()) {
                results.put(top, new Call(call.owner, call.name, call.desc, passed(insn, before)));
            }
            Store store = store(insn, before);
            if (store != null
                    && store.value().isWhole()
                    && isOnEachWay(i, start(store.value()), method, method.instructions.indexOf(at))) {
                stores.add(store);
            }
        }
        return new FrameValues(passed(at, state), List.copyOf(stores), captured, results, makes, lastIndex);
    }

    private static boolean makes(int opcode) {
        return opcode == Opcodes.NEW
                || opcode == Opcodes.NEWARRAY
                || opcode == Opcodes.ANEWARRAY
                || opcode == Opcodes.MULTIANEWARRAY;
    }

    private static List<@Nullable SymbolicLock> passed(AbstractInsnNode at, MonitorFrame state) {
        if (at.getOpcode() == Opcodes.ARETURN) {
            return List.of(state.getStack(state.getStackSize() - 1));
        }
        String descriptor = at instanceof MethodInsnNode call
                ? call.desc
                : at instanceof InvokeDynamicInsnNode dynamic ? dynamic.desc : "()V";
        Type[] types = Type.getArgumentTypes(descriptor);
        List<@Nullable SymbolicLock> passed = new ArrayList<>();
        int first = state.getStackSize() - types.length;
        if (at instanceof MethodInsnNode && at.getOpcode() != Opcodes.INVOKESTATIC) {
            passed.add(state.getStack(first - 1));
        }
        for (int i = 0; i < types.length; i++) {
            passed.add(types[i].getSort() >= Type.ARRAY ? state.getStack(first + i) : null);
        }
        return passed;
    }

    private static @Nullable Store store(AbstractInsnNode insn, MonitorFrame state) {
        int top = state.getStackSize() - 1;
        return switch (insn.getOpcode()) {
            case Opcodes.PUTSTATIC -> new Store(state.getStack(top), null);
            case Opcodes.PUTFIELD -> new Store(state.getStack(top), state.getStack(top - 1));
            case Opcodes.AASTORE -> new Store(state.getStack(top), state.getStack(top - 2));
            default -> null;
        };
    }

    /** Where an object is first in the method: what makes it, or the method's start. */
    private static int start(SymbolicLock value) {
        return Math.max(0, value.source());
    }

    /** Whether every way between two instructions completes a third one. */
    private static boolean isOnEachWay(int through, int from, MethodNode method, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int next = open.pop();
            if (next == to) {
                return false;
            }
            if (next >= method.instructions.size() || seen.get(next)) {
                continue;
            }
            seen.set(next);
            if (!follow(next, next == through, method, open)) {
                return false;
            }
        }
        return true;
    }

    /** False for subroutines, whose ways are not followed. */
    private static boolean follow(int next, boolean onlyThrown, MethodNode method, Deque<Integer> open) {
        AbstractInsnNode insn = method.instructions.get(next);
        int opcode = insn.getOpcode();
        List<TryCatchBlockNode> handlers = method.tryCatchBlocks; // ASM has null for none
        for (TryCatchBlockNode handler : handlers == null ? List.<TryCatchBlockNode>of() : handlers) {
            if (method.instructions.indexOf(handler.start) <= next
                    && next < method.instructions.indexOf(handler.end)
                    && ThrowingAnalyzer.mayThrow(opcode)) {
                open.push(method.instructions.indexOf(handler.handler));
            }
        }
        if (onlyThrown) {
            return true;
        }
        if (insn instanceof JumpInsnNode jump) {
            open.push(method.instructions.indexOf(jump.label));
        } else if (insn instanceof TableSwitchInsnNode table) {
            table.labels.forEach(label -> open.push(method.instructions.indexOf(label)));
            open.push(method.instructions.indexOf(table.dflt));
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.forEach(label -> open.push(method.instructions.indexOf(label)));
            open.push(method.instructions.indexOf(lookup.dflt));
        }
        boolean ends = opcode == Opcodes.GOTO
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode == Opcodes.ATHROW
                || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
        if (!ends) {
            open.push(next + 1);
        }
        return opcode != Opcodes.JSR && opcode != Opcodes.RET;
    }
}
