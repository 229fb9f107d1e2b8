package io.vtmonitor.bytecode.calls;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.SourceInterpreter;

/**
 * Whether code that takes an object from a queue puts it back however its work ends: such a queue is a pool. Workers
 * take tasks likewise, but put one back only to try it again, or put it into another queue. So is what has a condition
 * that its callers await: see {@link ConditionPool}.
 */
public final class ObjectReturns {
    private static final Set<String> QUEUES = Set.of(
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.LinkedBlockingQueue",
            "java.util.concurrent.LinkedBlockingDeque");

    private static final List<String> TAKES = List.of("take", "poll");
    private static final List<String> PUTS = List.of("put", "offer", "add", "push");

    private final ClassBytes classes;

    public ObjectReturns(ClassBytes classes) {
        this.classes = classes;
    }

    /**
     * A call, and what it is made on.
     *
     * @param receiver the instruction that loads it; null for a static method
     */
    private record Call(
            String owner,
            MethodNode in,
            MethodInsnNode insn,
            @Nullable AbstractInsnNode receiver) {
        /** Whether both are made on one object, as far as names of places tell. */
        boolean isOnSame(Call other) {
            if (receiver == null || other.receiver == null) {
                return receiver == null && other.receiver == null;
            }
            if (receiver instanceof FieldInsnNode field && other.receiver instanceof FieldInsnNode others) {
                return field.owner.equals(others.owner) && field.name.equals(others.name);
            }
            return receiver instanceof VarInsnNode local
                    && other.receiver instanceof VarInsnNode others
                    && local.var == others.var
                    && owner.equals(other.owner)
                    && in.name.equals(other.in.name)
                    && in.desc.equals(other.in.desc);
        }

        boolean calls(Call other) {
            return insn.owner.equals(other.owner) && insn.name.equals(other.in.name) && insn.desc.equals(other.in.desc);
        }

        /** Whether it is made when something was thrown, before that is thrown on. */
        boolean isInHandler() {
            for (TryCatchBlockNode block : in.tryCatchBlocks) {
                if (block.type == null || block.type.equals("java/lang/Throwable")) {
                    AbstractInsnNode at = block.handler;
                    while (at != null && at.getOpcode() != Opcodes.ATHROW && !at.equals(insn)) {
                        at = at.getNext();
                    }
                    if (at != null && at.equals(insn)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /**
     * Whether the topmost method that is not the JDK's puts back what it takes, or its caller does by a method of that
     * class or of one of its member classes. Never throws.
     *
     * @param trace of a thread that waits for an object of a queue, or for a condition, topmost frame first
     */
    public boolean isTrueOf(List<StackTraceElement> trace) {
        int first = 0;
        while (first < trace.size() && JdkNames.isJdk(trace.get(first).getClassName())) {
            first++;
        }
        if (first == 0 || first == trace.size() || !takes(trace.get(first - 1))) {
            return false;
        }
        StackTraceElement frame = trace.get(first);
        Call take = made(frame, trace.get(first - 1));
        List<Call> puts = take == null ? List.of() : puts(take);
        if (take == null || puts.isEmpty()) {
            return false;
        }
        if (areAlways(puts.stream().filter(put -> put.in.equals(take.in)).toList())) {
            return true;
        }
        Call wrapped = first + 1 == trace.size() ? null : made(trace.get(first + 1), frame);
        return wrapped != null && areAlways(returns(wrapped, take, puts));
    }

    private static boolean takes(StackTraceElement frame) {
        return (QUEUES.contains(frame.getClassName()) && TAKES.stream().anyMatch(frame.getMethodName()::startsWith))
                || ConditionPool.awaits(frame);
    }

    private static boolean areAlways(List<Call> puts) {
        return puts.stream().anyMatch(Call::isInHandler) && !puts.stream().allMatch(Call::isInHandler);
    }

    /** The call that the frame is in; null where its line has several. */
    private @Nullable Call made(StackTraceElement frame, StackTraceElement above) {
        Call found = null;
        for (MethodNode method : ClassMethods.of(classes, frame.getClassName())) {
            if (method.name.equals(frame.getMethodName())) {
                for (Call call : calls(frame.getClassName(), method, frame.getLineNumber())) {
                    if (call.insn.name.equals(above.getMethodName())) {
                        if (found != null) {
                            return null;
                        }
                        found = call;
                    }
                }
            }
        }
        return found;
    }

    /** Calls in the class and its member classes that put something into the queue, or signal that they have. */
    private List<Call> puts(Call take) {
        List<Call> found = new ArrayList<>();
        for (String type : ClassMethods.nest(classes, take.owner.replace('/', '.'))) {
            for (MethodNode method : ClassMethods.of(classes, type)) {
                MethodNode in = method.name.equals(take.in.name)
                                && method.desc.equals(take.in.desc)
                                && type.replace('.', '/').equals(take.owner)
                        ? take.in
                        : method;
                for (Call call : calls(type, in, 0)) {
                    if (call.isOnSame(take) && gives(call, take)) {
                        found.add(call);
                    }
                }
            }
        }
        return found;
    }

    private static boolean gives(Call call, Call take) {
        return ConditionPool.isAwait(take.insn)
                ? ConditionPool.isSignal(call.insn)
                        && ConditionPool.areInverse(take.owner, take.in, call.owner, call.in)
                : isPut(call.insn);
    }

    private static boolean isPut(MethodInsnNode call) {
        return call.owner.startsWith("java/util/")
                && call.desc.startsWith("(Ljava/lang/Object;")
                && PUTS.stream().anyMatch(call.name::startsWith);
    }

    /** The caller's calls of methods that put something back: of the same pool, or of what that has handed out. */
    private static List<Call> returns(Call wrapped, Call take, List<Call> puts) {
        List<Call> found = new ArrayList<>();
        for (Call call : calls(wrapped.owner.replace('/', '.'), wrapped.in, 0)) {
            for (Call put : puts) {
                boolean lease = !put.owner.equals(take.owner);
                if (call.calls(put) && (lease || call.isOnSame(wrapped))) {
                    found.add(call);
                    break;
                }
            }
        }
        return found;
    }

    /**
     * The calls of a method on objects.
     *
     * @param line on this line; all where that is zero or negative
     */
    private static List<Call> calls(String type, MethodNode method, int line) {
        List<Call> calls = new ArrayList<>();
        String owner = type.replace('.', '/');
        ClassMethods.calls(new SourceInterpreter(), owner, method, line, (call, receiver) -> {
            if (receiver == null) {
                calls.add(new Call(owner, method, call, null));
            } else if (receiver.insns.size() == 1) {
                calls.add(
                        new Call(owner, method, call, receiver.insns.iterator().next()));
            }
        });
        return calls;
    }
}
