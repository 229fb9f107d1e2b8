package io.vtmonitor.scan;

import io.vtmonitor.classfile.ClassPathWalk;
import io.vtmonitor.classfile.FurtherClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
            return search(program, options, reader, workers);
        } finally {
            workers.shutdownNow();
        }
    }

    private static ScanResult search(
            Program program, ScanOptions options, ProgramReader reader, ExecutorService workers) {
        Callees callees = new Callees(program, () -> new ProgramHierarchy(program, options.sinks()), options.threads());
        ProgramHierarchy hierarchy = new ProgramHierarchy(program, options.sinks());
        PassedFunctions passed = new PassedFunctions(program, hierarchy, callees);
        List<Integer> entries = entries(program, passed, options);
        Future<EntryReach> entryReach = workers.submit(() -> new EntryReach(program, callees, passed, entries));
        Future<EntryReach> uses = workers.submit(() -> new EntryReach(program, callees, passed, usesOfJdk(program)));
        List<Integer> own = ofApplication(program, entries, options);
        Future<EntryReach> application =
                workers.submit(() -> own.isEmpty() ? null : new EntryReach(program, callees, passed, own));
        BlockingPaths reach = new BlockingPaths(program, callees, passed, new MayReturnAtOnce(program, hierarchy));
        Findings found = new Findings(
                program,
                hierarchy,
                callees,
                reach,
                done(entryReach),
                done(uses),
                own.isEmpty() ? null : done(application),
                options.monitorsPin());
        List<ScanFinding> findings = found.all();
        return new ScanResult(
                findings,
                found.beyond(),
                reader.classes(),
                program.methods(),
                entries.size(),
                reader.unread(),
                new ScanResult.Unfollowed(program.unfollowed(), callees.tooMany(), Callees.MOST_TARGETS));
    }

    private static EntryReach done(Future<EntryReach> search) {
        try {
            return search.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the scan was interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the class path could not be searched", e.getCause());
        }
    }

    /** The class path's methods where a JDK was read, else nothing. */
    private static List<Integer> usesOfJdk(Program program) {
        List<Integer> ofClassPath = new ArrayList<>();
        for (int method = 0; program.hasJdk() && method < program.methods(); method++) {
            if (!program.isOfJdk(program.typeOf(method))) {
                ofClassPath.add(method);
            }
        }
        return ofClassPath;
    }

    /**
     * The methods of the application's classes; none if none of them is an entry: then it is a library that is looked
     * at.
     */
    private static List<Integer> ofApplication(Program program, List<Integer> entries, ScanOptions options) {
        if (!options.entries().isEmpty()) {
            return entries;
        }
        List<Integer> own = new ArrayList<>();
        for (int method = 0; method < program.methods(); method++) {
            if (program.isOfApplication(program.typeOf(method))) {
                own.add(method);
            }
        }
        return entries.stream().anyMatch(entry -> program.isOfApplication(program.typeOf(entry))) ? own : List.of();
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
