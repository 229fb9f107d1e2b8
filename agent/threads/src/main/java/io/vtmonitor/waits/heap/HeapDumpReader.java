package io.vtmonitor.waits.heap;

import io.vtmonitor.heap.HeapClass;
import io.vtmonitor.heap.HeapDump;
import io.vtmonitor.heap.HeapObject;
import io.vtmonitor.waits.dump.DumpedThread;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a heap dump shows of threads. Of the application's texts, it takes only names: those of threads, pools,
 * classes, and methods.
 */
public final class HeapDumpReader {
    /** The name that {@code -XX:+HeapDumpOnOutOfMemoryError} gives to its file. */
    private static final Pattern NAMED = Pattern.compile("java_pid(\\d{1,9})\\.hprof.*");

    private static final String UNKNOWN = "unknown";

    /** The memory for all that is kept of a virtual thread until the report is made. */
    private static final long BYTES_PER_THREAD = 1_500;

    private final HeapDump dump;
    private final HeapThreads threads;
    private final EdgesBuilder edges = new EdgesBuilder();
    private final ParkedThreads parked;
    private final HeapMonitors monitors;

    private HeapDumpReader(HeapDump dump) throws IOException {
        this.dump = dump;
        long most = Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_THREAD;
        threads = HeapThreads.of(dump, (int) Math.min(most, Integer.MAX_VALUE));
        parked = new ParkedThreads(dump, threads, edges);
        monitors = new HeapMonitors(dump, threads);
    }

    /** Whether a file with this beginning is a heap dump, even of a kind that is refused. */
    public static boolean isDump(byte[] head) {
        return HeapDump.isDump(head);
    }

    /**
     * Reads a heap dump.
     *
     * @param file the file, which is closed afterwards
     * @param name its name, as the user gave it
     * @param progress receives how many bytes have been read so far
     * @throws IOException if it can't be read, or is no heap dump
     */
    public static ThreadDumpFile read(FileChannel file, String name, LongConsumer progress) throws IOException {
        Set<String> classes = HeapPools.classes();
        classes.addAll(List.of(HeapThreads.THREAD, QueuedTasks.WORKER, HeapScopes.SCOPE, ReadLocks.COUNTER));
        try (HeapDump dump = HeapDump.open(file, classes, progress)) {
            return new HeapDumpReader(dump).read(name);
        }
    }

    private ThreadDumpFile read(String name) throws IOException {
        new HeapPools(dump, threads).read(dump.time(), edges); // first, as the first wait of a thread counts
        parked.read();
        for (HeapThread thread : threads.alive()) {
            HeapThread ending = threads.of(monitors.joined(thread));
            if (ending != null) {
                ParkedThreads.joins(thread, ending, edges);
            }
        }
        HeapCarriers.read(dump, threads, edges);
        threads.scopes().read(dump, edges);
        List<DumpedThread> all = new ArrayList<>();
        for (HeapThread thread : threads.alive()) {
            all.add(dumped(thread));
        }
        for (HeapThread ended : parked.endedOwners()) {
            all.add(dumped(ended));
        }
        return new ThreadDumpFile(
                name,
                processId(name),
                dump.time(),
                version(),
                List.copyOf(all),
                threads.leftOut(),
                dump.damage(),
                ThreadDumpFile.Form.HEAP,
                edges.build(threads.memory()));
    }

    private DumpedThread dumped(HeapThread thread) {
        HeapObject blocker = parked.blocker(thread);
        return new DumpedThread(
                thread.tid(),
                thread.name(),
                thread.virtual(),
                thread.state(),
                new DumpedThread.Awaited(
                        blocker == null ? null : blocker.toString(),
                        parked.owner(blocker),
                        monitors.entered(thread),
                        monitors.waitedOn(thread),
                        null),
                monitors.owned(thread),
                thread.carrier() != 0,
                null,
                thread.stack());
    }

    /** The version, such as {@code 25.0.3+9-LTS}; {@code unknown} if the dump does not show it. */
    private String version() throws IOException {
        HeapClass type = dump.type("java.lang.VersionProps");
        Long text = type == null ? null : type.statics().get("java_runtime_version");
        return text == null ? UNKNOWN : Objects.requireNonNullElse(dump.text(text), UNKNOWN);
    }

    /** The process id; 0 if neither the JDK's own class nor the name of the file has it. */
    private long processId(String name) throws IOException {
        HeapClass type = dump.type("java.lang.ProcessHandleImpl");
        Long current = type == null ? null : type.statics().get("current");
        HeapObject process = current == null ? null : dump.object(current);
        if (process != null && process.number("pid") > 0) {
            return process.number("pid");
        }
        Matcher named = NAMED.matcher(Objects.toString(Path.of(name).getFileName()));
        return named.matches() ? Long.parseLong(named.group(1)) : 0;
    }
}
