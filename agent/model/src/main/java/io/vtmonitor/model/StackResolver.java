package io.vtmonitor.model;

import java.util.List;
import java.util.Map;
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
     * The classes that must be initialized before the code on that line gets any further (JLS 12.4.1). Never throws.
     *
     * @param frame the topmost frame of a thread that may wait for a class to be initialized
     */
    Uses uses(StackTraceElement frame);

    /**
     * What a line initializes, as binary names.
     *
     * @param classes by each class that the line itself asks for, those that are initialized no later, itself included:
     *     those it extends, and interfaces that have default methods
     * @param complete false if it may be more: a class file is missing or damaged, or the line has a call that may lead
     *     into a frame that stacks leave out, as those of lambdas
     * @param loops whether the line is part of a loop, so that a thread seen there may as well compute
     */
    record Uses(Map<String, Set<String>> classes, boolean complete, boolean loops) {
        public Uses {
            classes = Map.copyOf(classes);
        }
    }

    /**
     * A stack and how sure its frames are.
     *
     * @param stack the frames; without bytecode index where no class file says
     * @param unsure those, 0 is the topmost, whose line has several instructions that fit
     */
    record Resolved(Stack stack, Set<Integer> unsure) {
        public Resolved {
            unsure = Set.copyOf(unsure);
        }
    }
}
