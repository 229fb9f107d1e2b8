package io.vtmonitor.waits.dump;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a printed dump has below the header of a thread: the thread's own stack, and that of the virtual thread that it
 * carries.
 */
final class PrintedThread {
    private static final String STATE = "java.lang.Thread.State: ";
    private static final String CARRYING = "Carrying virtual thread #";
    private static final String MOUNTED = "Mounted virtual thread #";
    private static final String SYNCHRONIZERS = "Locked ownable synchronizers:";
    private static final String CLASS_WAIT = "- waiting on the Class initialization monitor for ";

    private static final Pattern NOTE = Pattern.compile("- (waiting to lock|waiting to re-lock in wait\\(\\)|waiting on"
            + "|locked|parking to wait for) +<(0x[0-9a-f]+)> \\(an? ([^ )]+).*\\)");

    private static final Pattern SYNCHRONIZER = Pattern.compile("- <(0x[0-9a-f]+)> \\(an? ([^ )]+)\\)");

    private final long tid;
    private final String name;
    private final FrameParser parser;
    private final Stack own = new Stack();
    private final Stack mounted = new Stack();
    private final List<String> synchronizers = new ArrayList<>();
    private Thread.@Nullable State state;
    private long carries = -1;
    private Stack now = own;
    private boolean inStack = true;
    private boolean inSynchronizers;

    /** The stack of one thread. */
    private static final class Stack {
        private final List<StackTraceElement> frames = new ArrayList<>();
        private final Map<Integer, List<String>> owned = new HashMap<>();
        private @Nullable String blocker;
        private @Nullable String blockedOn;
        private @Nullable String waitingOn;
        private @Nullable String awaitsClass;

        void note(String how, String object) {
            switch (how) {
                case "parking to wait for" -> blocker = object;
                case "waiting on" -> waitingOn = object;
                case "locked" ->
                    owned.computeIfAbsent(frames.size() - 1, depth -> new ArrayList<>())
                            .add(object);
                default -> blockedOn = object;
            }
        }

        boolean isAt(String type, String method) {
            for (int i = 0; i < Math.min(4, frames.size()); i++) {
                StackTraceElement frame = frames.get(i);
                if (frame.getClassName().equals(type) && frame.getMethodName().startsWith(method)) {
                    return true;
                }
            }
            return false;
        }

        /** The state, from the stack: these dumps print no state of virtual threads. */
        Thread.State state() {
            if (blockedOn != null) {
                return Thread.State.BLOCKED;
            }
            boolean waits = awaitsClass != null
                    || waitingOn != null
                    || isAt("java.lang.Object", "wait")
                    || isAt("jdk.internal.misc.Unsafe", "park");
            boolean timed = isAt("java.lang.VirtualThread", "parkNanos")
                    || isAt("java.lang.VirtualThread", "sleepNanos")
                    || (isAt("java.lang.Object", "wait") && isTimedWait());
            return !waits ? Thread.State.RUNNABLE : timed ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
        }

        /**
         * Whether {@code Object.wait} has a time limit. {@code wait()} and {@code wait(long, int)} call
         * {@code wait(long)}, which calls the native method. A dump prints no parameters, but in {@code Object.java},
         * {@code wait()} is above {@code wait(long)} and {@code wait(long, int)} is below it.
         */
        private boolean isTimedWait() {
            List<Integer> lines = frames.stream()
                    .takeWhile(frame -> frame.getClassName().equals("java.lang.Object"))
                    .filter(frame -> !frame.isNativeMethod())
                    .map(StackTraceElement::getLineNumber)
                    .toList();
            return lines.size() < 2 || lines.get(1) > lines.get(0);
        }
    }

    PrintedThread(long tid, String name, FrameParser parser) {
        this.tid = tid;
        this.name = name;
        this.parser = parser;
    }

    /**
     * Takes a line below the header. Lines that the JVM does not print, such as those of a log in between, are left
     * out.
     */
    void line(String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            inStack = false;
        } else if (text.startsWith(SYNCHRONIZERS)) {
            inSynchronizers = true;
        } else if (inSynchronizers) {
            Matcher one = SYNCHRONIZER.matcher(text);
            if (one.matches()) {
                synchronizers.add(one.group(2) + "@" + one.group(1));
            }
        } else if (inStack) {
            inStack(text);
        }
    }

    private void inStack(String text) {
        if (text.startsWith("at ")) {
            now.frames.add(parser.parse(text.substring(3)));
        } else if (text.startsWith(CLASS_WAIT)) {
            now.awaitsClass = text.substring(CLASS_WAIT.length());
        } else if (text.startsWith("- ")) {
            Matcher note = NOTE.matcher(text);
            if (note.matches()) {
                now.note(note.group(1), note.group(3) + "@" + note.group(2));
            }
        } else if (text.startsWith(STATE)) {
            state = DumpReader.state(text.substring(STATE.length()).split(" ", 2)[0]);
        } else if (text.startsWith(CARRYING)) {
            carries = number(text.substring(CARRYING.length()));
        } else if (text.startsWith(MOUNTED)) {
            now = mounted;
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException ignored) {
            return -1;
        }
    }

    boolean isCarrier() {
        return carries >= 0;
    }

    /** The thread, and the virtual thread that it carries, if any. */
    List<DumpedThread> threads() {
        if (!synchronizers.isEmpty()) {
            own.owned.put(-1, synchronizers);
        }
        // A thread that waits for a class is printed as running.
        Thread.State effective = state == null || own.awaitsClass != null ? own.state() : state;
        List<DumpedThread> threads = new ArrayList<>(List.of(thread(tid, name, false, effective, own)));
        if (carries >= 0) {
            threads.add(thread(carries, "", true, mounted.state(), mounted));
        }
        return threads;
    }

    private static DumpedThread thread(long tid, String name, boolean virtual, Thread.State state, Stack stack) {
        return new DumpedThread(
                tid,
                name,
                virtual,
                state,
                new DumpedThread.Awaited(stack.blocker, 0, stack.blockedOn, stack.waitingOn, stack.awaitsClass),
                Map.copyOf(stack.owned),
                virtual,
                null,
                List.copyOf(stack.frames));
    }
}
