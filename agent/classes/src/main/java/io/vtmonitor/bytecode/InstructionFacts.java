package io.vtmonitor.bytecode;

import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Library;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says of one instruction of one method.
 *
 * @param kind what sort of instruction
 * @param owner internal name of the class that is called, made, or whose static field is used, empty otherwise
 * @param name name of the called method or of the static field, empty otherwise
 * @param initializes true for {@code new}, {@code getstatic}, {@code putstatic} and {@code invokestatic}: no other
 *     instruction can have the JVM initialize a class by itself
 * @param held monitors taken by {@code monitorenter} and owned before the instruction, outermost first
 * @param operand what a {@code monitorenter} locks, or whose method is called; null if there is none
 * @param justEntered what the instruction before took the monitor of, null if it took none. The interpreter has moved
 *     on to this instruction when it waits for that monitor, compiled code has not
 * @param lines source lines it is of: more than one only where the compiler could not decide, empty if it tells none
 * @param regular false if the ways to the instruction disagree about the monitors, or the class file may be another
 * @param library where the class file came from
 */
public record InstructionFacts(
        Kind kind,
        String owner,
        String name,
        boolean initializes,
        List<SymbolicLock> held,
        @Nullable SymbolicLock operand,
        @Nullable SymbolicLock justEntered,
        Set<Integer> lines,
        boolean regular,
        Library library) {
    public enum Kind {
        CALL,
        DYNAMIC_CALL,
        MONITOR_ENTER,
        OTHER
    }

    /**
     * Whether that frame can have stood here and called that method: if not, the class file is not the one that ran.
     *
     * @param frame the frame
     * @param above the called frame, null for the topmost
     */
    boolean fits(Frame frame, @Nullable Frame above) {
        if (frame.line() > 0 && !lines.isEmpty() && !lines.contains(frame.line())) {
            return false;
        }
        if (above == null || JdkFrames.isCalledByVm(above)) {
            return true;
        }
        return switch (kind) {
            case CALL -> name.equals(above.methodName()) || isMethodHandle() || JdkFrames.isHiddenBetween(above);
            case DYNAMIC_CALL -> true;
            case MONITOR_ENTER, OTHER -> false;
        };
    }

    /** What a thread that is entering a monitor here is entering; null if none can be entered here. */
    public @Nullable SymbolicLock entering() {
        return kind == Kind.MONITOR_ENTER ? operand : justEntered;
    }

    InstructionFacts justEntered(@Nullable SymbolicLock lock) {
        return new InstructionFacts(kind, owner, name, initializes, held, operand, lock, lines, regular, library);
    }

    /** The same of a class file that may not be the one that ran. */
    InstructionFacts unproven() {
        return new InstructionFacts(kind, owner, name, initializes, held, operand, justEntered, lines, false, library);
    }

    public boolean calls(String method) {
        return kind == Kind.CALL && name.equals(method);
    }

    /** A call whose callee the class file does not name. */
    public boolean isMethodHandle() {
        return kind == Kind.CALL && isHandle();
    }

    private boolean isHandle() {
        return owner.equals("java/lang/invoke/MethodHandle") || owner.equals("java/lang/invoke/VarHandle");
    }
}
