package io.vtmonitor.bytecode.flow;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * ASM's data flow, corrected in three points about exceptions. First, ASM lets every instruction throw; here,
 * instructions that can't throw do not, and releasing an owned monitor can't. Otherwise, what kotlinc generates for a
 * return out of two blocks would seem to leak the inner monitor. Second, ASM lets an exception reach every handler that
 * covers the instruction; here, an earlier handler for any exception hides the later ones. Otherwise, a try around a
 * synchronized block would seem to catch while its monitor is owned. Third, ASM passes a handler the state after the
 * instruction as well as the one before; {@link #thrower} is the one before, for monitors to be taken from.
 *
 * @param <V> what is known of a value
 */
public abstract class ThrowingAnalyzer<V extends Value> extends Analyzer<V> {
    private final MethodNode method;
    private @Nullable Frame<V> thrower;

    protected ThrowingAnalyzer(MethodNode method, Interpreter<V> interpreter) {
        super(interpreter);
        this.method = method;
    }

    /** The state before the instruction whose exceptions are being followed. */
    public final Frame<V> thrower() {
        return Objects.requireNonNull(thrower);
    }

    /** The place of an instruction in the method. */
    public final int indexOf(AbstractInsnNode insn) {
        return method.instructions.indexOf(insn);
    }

    /**
     * Whether an exception may come out of an instruction. Constants, locals, stack, numbers and jumps don't throw, nor
     * do labels and line numbers, whose opcode is negative.
     */
    public static boolean mayThrow(int opcode) {
        boolean divides =
                opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
        boolean array = (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
                || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
        boolean object = opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER;
        return divides || array || object || opcode == Opcodes.LDC || opcode == Opcodes.MULTIANEWARRAY;
    }

    /** Whether an exception of the instruction at a place stays within the method. */
    public final boolean isCaught(int index) {
        return handlers(index).stream().anyMatch(ThrowingAnalyzer::catchesAll);
    }

    private List<TryCatchBlockNode> handlers(int index) {
        List<TryCatchBlockNode> handlers = getHandlers(index);
        return handlers == null ? List.of() : handlers;
    }

    private static boolean catchesAll(TryCatchBlockNode handler) {
        return handler.type == null || handler.type.equals("java/lang/Throwable");
    }

    @Override
    protected boolean newControlFlowExceptionEdge(int insnIndex, TryCatchBlockNode handler) {
        if (!mayThrow(method.instructions.get(insnIndex).getOpcode())) {
            return false;
        }
        thrower = getFrames()[insnIndex];
        for (TryCatchBlockNode earlier : handlers(insnIndex)) {
            if (earlier.equals(handler)) {
                return true;
            }
            if (catchesAll(earlier)) {
                return false;
            }
        }
        return true;
    }
}
