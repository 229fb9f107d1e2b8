package io.vtmonitor.analysis;

import java.util.function.IntFunction;

/** Where the work of a stack began: its outermost application frame, or one of a framework where there is none. */
final class EntryFinder {
    private EntryFinder() {}

    /**
     * The entry's place in the stack, negative where it has none.
     *
     * @param frames of the stack
     * @param className the class of each, topmost first
     */
    static int entry(int frames, IntFunction<String> className) {
        int outermost = -1;
        for (int i = frames - 1; i >= 0; i--) {
            String name = className.apply(i);
            if (!JdkNames.isJdk(name) && !name.contains("$$Lambda")) {
                if (!JdkNames.isFramework(name)) {
                    return i;
                }
                outermost = outermost < 0 ? i : outermost;
            }
        }
        return outermost;
    }
}
