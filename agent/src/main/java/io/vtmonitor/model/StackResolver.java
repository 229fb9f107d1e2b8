package io.vtmonitor.model;

import java.util.List;
import java.util.Set;

/**
 * Makes stacks as the holder finder wants them of what a running thread shows of its own: class, method and line, but
 * neither descriptor nor bytecode index.
 */
public interface StackResolver {
    /**
     * The frames, with what the class files tell. Never throws.
     *
     * @param trace topmost frame first
     * @param entering whether the thread is blocked on entering a monitor
     */
    Resolved resolve(List<StackTraceElement> trace, boolean entering);

    /**
     * Classes that the code on that line may initialise, as binary names; empty where nothing tells. Never throws.
     *
     * @param frame the topmost frame of a thread that waits for a class to be initialised
     */
    Set<String> initializes(StackTraceElement frame);

    /**
     * A stack and how sure its frames are.
     *
     * @param stack the frames; without bytecode index where no class file tells
     * @param unsure those, 0 is the topmost, whose line has several instructions that fit
     */
    record Resolved(Stack stack, Set<Integer> unsure) {
        public Resolved {
            unsure = Set.copyOf(unsure);
        }
    }
}
