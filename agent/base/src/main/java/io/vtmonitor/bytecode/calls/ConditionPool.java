package io.vtmonitor.bytecode.calls;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * A pool of the application's own: who finds it empty awaits a condition, and who gives something back signals that. A
 * queue of tasks has such a condition, too, but whoever ends a task adds none.
 */
final class ConditionPool {
    private static final String CONDITION = "java/util/concurrent/locks/Condition";
    private static final String IN_JDK = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";
    private static final List<String> REMOVES = List.of("pop", "poll", "remove", "take");
    private static final List<String> ADDS = List.of("push", "offer", "add", "put");
    private static final long LARGEST_FLOW = 1_000_000;

    private ConditionPool() {}

    /** What a method does to the size of a collection, or to a number. */
    private enum Change {
        LESS,
        MORE,
        BOTH
    }

    static boolean awaits(StackTraceElement frame) {
        return frame.getClassName().equals(IN_JDK) && frame.getMethodName().startsWith("await");
    }

    static boolean isAwait(MethodInsnNode call) {
        return call.owner.equals(CONDITION) && call.name.startsWith("await");
    }

    static boolean isSignal(MethodInsnNode call) {
        return call.owner.equals(CONDITION) && call.name.startsWith("signal");
    }

    /**
     * Whether one method adds to a field what the other one takes from it: an object to a collection, or one to a
     * number.
     */
    static boolean areInverse(String owner, MethodNode take, String otherOwner, MethodNode put) {
        Map<String, Change> taken = changes(owner, take);
        Map<String, Change> added = changes(otherOwner, put);
        return taken.entrySet().stream()
                .anyMatch(field -> field.getValue() != Change.BOTH
                        && added.get(field.getKey()) == (field.getValue() == Change.LESS ? Change.MORE : Change.LESS));
    }

    private static Map<String, Change> changes(String owner, MethodNode method) {
        Map<String, Change> found = new HashMap<>();
        if ((long) method.instructions.size() * (method.maxLocals + method.maxStack) > LARGEST_FLOW) {
            return found;
        }
        try {
            Frame<SourceValue>[] states = new Analyzer<>(new SourceInterpreter()).analyze(owner, method);
            for (int i = 0; i < states.length; i++) {
                AbstractInsnNode insn = method.instructions.get(i);
                if (states[i] != null && insn instanceof MethodInsnNode call) {
                    ofCollection(call, states[i], found);
                } else if (states[i] != null && insn instanceof FieldInsnNode field) {
                    ofNumber(field, states[i], found);
                }
            }
        } catch (RuntimeException | AnalyzerException ignored) {
            // A method that ASM cannot follow proves nothing.
        }
        return found;
    }

    private static void ofCollection(MethodInsnNode call, Frame<SourceValue> state, Map<String, Change> found) {
        boolean less = REMOVES.stream().anyMatch(call.name::startsWith);
        boolean more = ADDS.stream().anyMatch(call.name::startsWith);
        int receiver = state.getStackSize() - 1 - Type.getArgumentCount(call.desc);
        if (call.owner.startsWith("java/util/") && (less || more) && receiver >= 0) {
            for (AbstractInsnNode from : state.getStack(receiver).insns) {
                if (from instanceof FieldInsnNode field) {
                    note(field, less ? Change.LESS : Change.MORE, found);
                }
            }
        }
    }

    private static void ofNumber(FieldInsnNode field, Frame<SourceValue> state, Map<String, Change> found) {
        if (field.getOpcode() != Opcodes.PUTFIELD && field.getOpcode() != Opcodes.PUTSTATIC) {
            return;
        }
        for (AbstractInsnNode from : state.getStack(state.getStackSize() - 1).insns) {
            if (from.getOpcode() == Opcodes.IADD || from.getOpcode() == Opcodes.ISUB) {
                note(field, from.getOpcode() == Opcodes.ISUB ? Change.LESS : Change.MORE, found);
            }
        }
    }

    private static void note(FieldInsnNode field, Change change, Map<String, Change> found) {
        found.merge(field.owner + "." + field.name, change, (one, other) -> one == other ? one : Change.BOTH);
    }
}
