package io.vtmonitor.recording;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a thread dump as {@code jdk.ThreadDump} records it shows of the carriers (JDK: {@code JavaThread::print_on}).
 *
 * @param carriers those that carried a virtual thread
 * @param idle other threads of the same pools
 * @param writerShown whether the thread that wrote the dump is among those whose stacks it shows, or the dump is cut
 *     off
 */
record CarrierDump(List<Carrier> carriers, int idle, boolean writerShown) {
    private static final String CARRYING = "   Carrying virtual thread #";
    private static final String MOUNTED = "   Mounted virtual thread #";
    private static final String AT = "\tat ";
    private static final String CLASS_WAIT = "\t- waiting on the Class initialization monitor for ";

    /** Whoever starts or stops a recording writes the dump itself: it runs, and has a native method on top. */
    private static final String DUMPING = AT + "jdk.jfr.internal.JVM.emitEvent(";

    /** Stands at the end. */
    private static final String END = "JNI global ref";

    private static final String PARKS_ON_CARRIER = AT + "java.lang.VirtualThread.parkOnCarrierThread(";

    private static final String WORKER = "-worker-";

    /**
     * A carrier and the virtual thread on it.
     *
     * @param id of the carrier, by which dumps of one JVM are compared
     * @param virtualThread id of the virtual thread
     * @param cpuSeconds processor time of the carrier since it started
     * @param elapsedSeconds since it started
     * @param waitsFor the class whose initialization is waited for; null if none is
     * @param showsStack whether the dump shows the virtual thread's stack, as those of JDK 25 and later do
     * @param inNative whether the topmost frame is a native method, other than the one that writes the dump
     * @param parksOnCarrier whether a frame is the JDK's that parks a thread which can't leave its carrier
     * @param where the topmost frame that is not the JDK's; null if there is none
     */
    record Carrier(
            long id,
            long virtualThread,
            double cpuSeconds,
            double elapsedSeconds,
            @Nullable String waitsFor,
            boolean showsStack,
            boolean inNative,
            boolean parksOnCarrier,
            @Nullable String where) {
        /**
         * Whether this dump shows by itself that the thread waits and holds its carrier: a native method may return.
         */
        boolean isPinned() {
            return waitsFor != null || parksOnCarrier;
        }

        /** Whether the virtual thread may have been blocked on its carrier, as far as the dump shows its stack. */
        boolean isBlocked() {
            return waitsFor != null || inNative;
        }
    }

    /** Reads one; what is cut off or foreign is left out. */
    static CarrierDump of(String text) {
        List<Carrier> carriers = new ArrayList<>();
        List<String> pools = new ArrayList<>();
        List<String> workers = new ArrayList<>();
        String[] lines = text.split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!lines[i].startsWith("\"")) {
                continue;
            }
            int end = i + 1;
            while (end < lines.length && !lines[end].isEmpty() && !lines[end].startsWith("\"")) {
                end++;
            }
            String pool = pool(lines[i]);
            Carrier carrier = carrier(lines, i, end);
            if (carrier != null) {
                carriers.add(carrier);
                pools.add(pool);
            } else if (!pool.isEmpty()) {
                workers.add(pool);
            }
            i = end - 1;
        }
        workers.removeIf(pool -> !pools.contains(pool));
        return new CarrierDump(carriers, workers.size(), text.contains(DUMPING) || !text.contains(END));
    }

    /** The name of the pool that a thread is a worker of, empty if it is none. */
    private static String pool(String header) {
        int worker = header.indexOf(WORKER);
        return worker < 0 ? "" : header.substring(1, worker);
    }

    private static @Nullable Carrier carrier(String[] lines, int from, int to) {
        long virtualThread = -1;
        long mounted = -1;
        int frames = 0;
        boolean inNative = false;
        boolean parksOnCarrier = false;
        String where = null;
        String waitsFor = null;
        for (int i = from + 1; i < to; i++) {
            String line = lines[i];
            if (line.startsWith(CARRYING)) {
                virtualThread = number(line, CARRYING.length());
            } else if (line.startsWith(MOUNTED)) {
                mounted = number(line, MOUNTED.length());
            } else if (line.startsWith(CLASS_WAIT)) {
                waitsFor = line.substring(CLASS_WAIT.length()).trim();
            } else if (line.startsWith(AT) && mounted >= 0) {
                inNative |= frames++ == 0 && line.contains("Native Method)") && !line.startsWith(DUMPING);
                parksOnCarrier |= line.startsWith(PARKS_ON_CARRIER);
                where = where == null && !isJdk(line) ? frame(line) : where;
            }
        }
        double cpu = figure(lines[from], " cpu=", "ms");
        double elapsed = figure(lines[from], " elapsed=", "s");
        long id = number(lines[from], lines[from].lastIndexOf("\" #") + 3);
        boolean whole = virtualThread >= 0 && id >= 0 && cpu >= 0 && elapsed >= 0;
        return whole
                ? new Carrier(
                        id, virtualThread, cpu / 1e3, elapsed, waitsFor, frames > 0, inNative, parksOnCarrier, where)
                : null;
    }

    /** {@code java.base@25.0.3/Thread.java:1487} in parentheses, as all frames of the JDK's modules have it. */
    private static boolean isJdk(String line) {
        int open = line.indexOf('(');
        return line.startsWith("java.", open + 1) || line.startsWith("jdk.", open + 1);
    }

    /** {@code a.B.run:7} of {@code at a.B.run(B.java:7)}. */
    private static String frame(String line) {
        int open = line.indexOf('(');
        String method = line.substring(AT.length(), open < 0 ? line.length() : open);
        int colon = line.lastIndexOf(':');
        long number = colon > open ? number(line, colon + 1) : -1;
        return number < 0 ? method : method + ":" + number;
    }

    /** The digits from there on; -1 where there are none. */
    private static long number(String line, int from) {
        int end = from;
        while (end < line.length() && end - from < 18 && Character.isDigit(line.charAt(end))) {
            end++;
        }
        return end == from || from < 3 ? -1 : Long.parseLong(line.substring(from, end));
    }

    private static double figure(String header, String name, String unit) {
        int at = header.lastIndexOf(name);
        int end = at < 0 ? -1 : header.indexOf(unit, at + name.length());
        try {
            return end < 0 ? -1 : Double.parseDouble(header.substring(at + name.length(), end));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
