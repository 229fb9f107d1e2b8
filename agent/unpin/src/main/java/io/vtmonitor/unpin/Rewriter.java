package io.vtmonitor.unpin;

import io.vtmonitor.bytecode.flow.ThrowingAnalyzer;
import io.vtmonitor.unpin.flow.MethodLocks;
import io.vtmonitor.unpin.flow.MonitorCalls;
import io.vtmonitor.unpin.plan.Choice;
import io.vtmonitor.unpin.plan.ClassPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Puts calls of the runtime in the place of a method's monitor instructions. An instruction becomes a call that takes
 * from the stack what the instruction took, so every frame stays true.
 */
final class Rewriter {
    private static final String OBJECT_VOID = "(Ljava/lang/Object;)V";

    private final MethodNode method;
    private final Map<Integer, Choice.How> choices;

    /** @param choices by instruction index of the {@code monitorenter} or the call */
    Rewriter(MethodNode method, Map<Integer, Choice.How> choices) {
        this.method = method;
        this.choices = choices;
    }

    /** Does it. Exits in code that nothing reaches are left: so are their enters. */
    void rewrite(@Nullable MethodLocks locks) {
        Map<AbstractInsnNode, Choice.How> changes = new HashMap<>();
        AbstractInsnNode[] code = method.instructions.toArray();
        choices.forEach((index, how) -> changes.put(code[index], how));
        if (locks != null) {
            locks.exits.forEach((index, enters) -> changes.put(code[index], common(enters)));
        }
        changes.values().removeIf(how -> how == Choice.How.KEEP);
        Set<AbstractInsnNode> released = new HashSet<>();
        changes.forEach((insn, how) -> {
            if (insn.getOpcode() == Opcodes.MONITOREXIT && how == Choice.How.REWRITE) {
                released.add(insn);
            }
        });
        method.tryCatchBlocks.removeIf(handler -> coversItself(handler, released));
        changes.forEach(this::replace);
        if (changes.containsValue(Choice.How.BOTH)) {
            method.maxStack++;
        }
    }

    /** {@link ClassPlan} has made all enters of an exit alike. */
    private Choice.How common(Set<Integer> enters) {
        return choices.getOrDefault(enters.iterator().next(), Choice.How.KEEP);
    }

    private void replace(AbstractInsnNode insn, Choice.How how) {
        boolean alone = how == Choice.How.REWRITE;
        switch (insn.getOpcode()) {
            case Opcodes.MONITORENTER -> {
                if (alone) {
                    method.instructions.set(insn, runtime("enter", OBJECT_VOID));
                } else {
                    InsnList before = new InsnList();
                    before.add(new InsnNode(Opcodes.DUP));
                    before.add(runtime("enterBoth", OBJECT_VOID));
                    before.add(new InsnNode(Opcodes.DUP));
                    method.instructions.insertBefore(insn, before);
                    LabelNode entered = new LabelNode();
                    moveCoverage(insn, entered);
                    method.instructions.insert(insn, runtime("enteredBoth", OBJECT_VOID));
                    method.instructions.insert(insn, entered);
                }
            }
            case Opcodes.MONITOREXIT -> {
                if (alone) {
                    method.instructions.set(insn, runtime("exit", OBJECT_VOID));
                } else {
                    method.instructions.insertBefore(insn, new InsnNode(Opcodes.DUP));
                    LabelNode exited = new LabelNode();
                    endCoverage(insn, exited);
                    method.instructions.insert(insn, runtime("exitBoth", OBJECT_VOID));
                    method.instructions.insert(insn, exited);
                }
            }
            default -> {
                MethodInsnNode call = (MethodInsnNode) insn;
                method.instructions.set(
                        insn,
                        runtime(
                                MonitorCalls.substitute(call.name),
                                MonitorCalls.substituteDescriptor(call.name, call.desc)));
            }
        }
    }

    /**
     * Handlers that begin behind a {@code monitorenter}, to release it, begin before the call that follows it now. All
     * others stay behind the call, which may overflow the stack before the lock is taken: none of them is to go on
     * inside.
     */
    private void moveCoverage(AbstractInsnNode enter, LabelNode entered) {
        for (AbstractInsnNode at = enter.getNext(); at != null && at.getOpcode() < 0; at = at.getNext()) {
            for (TryCatchBlockNode handler : method.tryCatchBlocks) {
                if (handler.start.equals(at) && exitsFirst(handler.handler)) {
                    handler.start = entered;
                }
                if (handler.end.equals(at)) {
                    handler.end = entered;
                }
            }
        }
    }

    /** Whether the code from there on gives a monitor back before anything that may throw, branch or return. */
    private static boolean exitsFirst(AbstractInsnNode handler) {
        Set<AbstractInsnNode> seen = new HashSet<>();
        AbstractInsnNode at = handler;
        while (at != null && at.getOpcode() != Opcodes.MONITOREXIT && seen.add(at)) {
            boolean jumps = at.getOpcode() == Opcodes.GOTO;
            if (ThrowingAnalyzer.mayThrow(at.getOpcode()) || (!jumps && leavesLine(at))) {
                return false;
            }
            at = jumps ? ((JumpInsnNode) at).label : at.getNext();
        }
        return at != null && at.getOpcode() == Opcodes.MONITOREXIT;
    }

    private static boolean leavesLine(AbstractInsnNode at) {
        return at instanceof JumpInsnNode
                || at instanceof TableSwitchInsnNode
                || at instanceof LookupSwitchInsnNode
                || (at.getOpcode() >= Opcodes.IRETURN && at.getOpcode() <= Opcodes.RETURN);
    }

    /**
     * Handlers that end with a {@code monitorexit} end before what follows it from now on. They exit once more, which
     * fails where the monitor is not owned, and the one that covers itself would do so for ever; and a method that may
     * come to an exit with and without the monitor is compiled no more.
     */
    private void endCoverage(AbstractInsnNode exit, LabelNode exited) {
        for (AbstractInsnNode at = exit.getNext(); at != null && at.getOpcode() < 0; at = at.getNext()) {
            for (TryCatchBlockNode handler : method.tryCatchBlocks) {
                if (handler.end.equals(at)) {
                    handler.end = exited;
                }
            }
        }
    }

    static MethodInsnNode runtime(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, BootClasses.RUNTIME, name, descriptor, false);
    }

    /**
     * The handler that javac makes for an exit covers its own exit: the JVM's can be interrupted and is tried again.
     * Ours can't; but a call can overflow the stack, and would do so for ever.
     */
    private static boolean coversItself(TryCatchBlockNode handler, Set<AbstractInsnNode> released) {
        boolean own = false;
        boolean exit = false;
        AbstractInsnNode at = handler.start;
        while (at != null && !at.equals(handler.end)) {
            own |= at.equals(handler.handler);
            exit |= released.contains(at);
            if (!released.contains(at) && ThrowingAnalyzer.mayThrow(at.getOpcode())) {
                return false;
            }
            at = at.getNext();
        }
        return own && exit;
    }
}
