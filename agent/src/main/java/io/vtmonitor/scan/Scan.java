package io.vtmonitor.scan;

import io.vtmonitor.classfile.ClassPathWalk;
import io.vtmonitor.classfile.FurtherClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Class files to findings. */
public final class Scan {
    private Scan() {}

    /** Takes how far a scan is, on the thread that called it. */
    public interface Progress {
        /**
         * One more class, jar or folder was read.
         *
         * @param classes read so far
         * @param elements jars and folders read so far
         * @param known how many of them are known to be there
         */
        void read(int classes, int elements, int known);
    }

    /**
     * Reads a class path and searches it.
     *
     * @param classPath folders, jars and wars, as {@code analyze --classpath} takes them
     * @param further what is read after it
     * @param progress takes how far it is
     */
    public static ScanResult of(
            List<Path> classPath, List<FurtherClasses> further, ScanOptions options, Progress progress) {
        ExecutorService workers = Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "vt-monitor-scan");
            thread.setDaemon(true);
            return thread;
        });
        try {
            ProgramReader reader = new ProgramReader(options.sinks(), workers, progress);
            new ClassPathWalk(options.feature(), reader).walk(classPath);
            further.forEach(reader::read);
            Program program = reader.finish();
            return search(program, options, reader);
        } finally {
            workers.shutdownNow();
        }
    }

    private static ScanResult search(Program program, ScanOptions options, ProgramReader reader) {
        Hierarchy hierarchy = new Hierarchy(program, options.sinks());
        Callees callees = new Callees(program, hierarchy);
        PassedFunctions passed = new PassedFunctions(program, hierarchy, callees);
        Reach reach = new Reach(program, callees, passed, new Doubts(program, hierarchy));
        List<Integer> entries = entries(program, passed, options);
        EntryReach entryReach = new EntryReach(program, callees, passed, entries);
        EntryReach uses = new EntryReach(program, callees, passed, usesOfJdk(program));
        List<Finding> findings =
                new Findings(program, hierarchy, callees, reach, entryReach, uses, options.monitorsPin()).all();
        List<String> limits = new ArrayList<>(reader.unread());
        if (program.unfollowed() > 0) {
            limits.add("Of " + program.unfollowed() + " methods the monitors could not be followed.");
        }
        if (callees.tooMany() > 0) {
            limits.add(callees.tooMany() + " kinds of calls fit more than " + Callees.MOST_TARGETS
                    + " methods each and were not followed.");
        }
        return new ScanResult(
                findings,
                reader.classes(),
                program.methods(),
                entries.size(),
                limits,
                !reader.unread().isEmpty());
    }

    /** The class path's methods where a JDK was read, else nothing. */
    private static List<Integer> usesOfJdk(Program program) {
        List<Integer> ofClassPath = new ArrayList<>();
        boolean hasJdk = false;
        for (int method = 0; method < program.methods(); method++) {
            boolean ofJdk = program.isOfJdk(program.typeOf(method));
            hasJdk |= ofJdk;
            if (!ofJdk) {
                ofClassPath.add(method);
            }
        }
        return hasJdk ? ofClassPath : List.of();
    }

    private static List<Integer> entries(Program program, PassedFunctions passed, ScanOptions options) {
        if (options.entries().isEmpty()) {
            Set<Integer> all = new LinkedHashSet<>(program.entries());
            all.addAll(passed.tasks());
            return List.copyOf(all);
        }
        List<Integer> named = new ArrayList<>();
        for (int method = 0; method < program.methods(); method++) {
            String name = program.typeName(program.typeOf(method)).replace('/', '.') + "." + program.name(method);
            if (options.entries().stream().anyMatch(entry -> entry.test(name))) {
                named.add(method);
            }
        }
        return named;
    }
}
