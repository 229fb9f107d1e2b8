package io.vtmonitor.cli.input;

import io.vtmonitor.bytecode.ExplicitLocks;
import io.vtmonitor.bytecode.calls.SentRequests;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.Version;
import io.vtmonitor.holders.CulpritFinder;
import io.vtmonitor.holders.SourceLineResolver;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Library;
import io.vtmonitor.plan.Forecast;
import io.vtmonitor.recording.HeldCarriers;
import io.vtmonitor.recording.PrintedRecording;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.waits.dump.AwaitedClasses;
import io.vtmonitor.waits.dump.DumpReader;
import io.vtmonitor.waits.dump.DumpStall;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.DumpedCarrierHolders;
import io.vtmonitor.waits.dump.PinsInDumps;
import io.vtmonitor.waits.dump.PlainDumpReader;
import io.vtmonitor.waits.dump.PrintedDump;
import io.vtmonitor.waits.dump.PrintedDumpReader;
import io.vtmonitor.waits.dump.RequestEvidence;
import io.vtmonitor.waits.dump.SameJvm;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads thread dumps and heap dumps, and judges those of one process in the order of their time. */
final class ThreadDumps {
    private static final int HEAD = 512;

    /** So many bytes of a log are searched for dumps that the JVM has printed into it. */
    private static final int SEARCHED = 64 << 20;

    private final ClassPathBytes classes;
    private final Consumer<String> problems;
    private final PrintWriter err;
    private final List<ThreadDumpFile> read = new ArrayList<>();
    private final List<PrintedDump> printed = new ArrayList<>();

    /**
     * @param classes the class path
     * @param problems receives what could not be read, a sentence each
     * @param err where to show the progress
     */
    ThreadDumps(ClassPathBytes classes, Consumer<String> problems, PrintWriter err) {
        this.classes = classes;
        this.problems = problems;
        this.err = err;
    }

    /**
     * Whether a file starts like a dump, or is a text that contains one. Not the output of {@code jfr print}, in which
     * a dump is one of the events.
     */
    static boolean isDump(Path file) {
        String head = head(file);
        return isHeapDump(file, head)
                || isWritten(head)
                || (isText(head) && containsPrinted(file) && !PrintedRecording.isText(file));
    }

    /** Does not search a recording for more than its first bytes. */
    private static boolean isHeapDump(Path file, String head) {
        return !head.isEmpty() && !head.startsWith("FLR") && HeapDumps.isDump(file);
    }

    /** Whether {@code Thread.dump_to_file} has written it. */
    private static boolean isWritten(String head) {
        return isJson(head) || PlainDumpReader.isDump(head);
    }

    private static boolean isText(String head) {
        return !head.isEmpty()
                && head.indexOf('\0') < 0
                && !head.startsWith("FLR")
                && !head.startsWith("{")
                && !head.startsWith("<?xml"); // of jfr print
    }

    private static boolean containsPrinted(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return PrintedDumpReader.isIn(in, SEARCHED);
        } catch (IOException ignored) {
            return false;
        }
    }

    private static boolean isJson(String head) {
        return head.startsWith("{") && head.contains("\"threadDump\"");
    }

    /** The first bytes; empty if the file can't be read, which the reader of recordings reports. */
    private static String head(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).stripLeading();
        } catch (IOException ignored) {
            return "";
        }
    }

    /** A report for each process, in the order of their numbers. */
    List<Report> reports(List<Path> files) {
        for (Path file : files) {
            if (HeapDumps.isDump(file)) {
                heap(file);
                continue;
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                read(file, in);
            } catch (IOException e) {
                problems.accept("can't read " + FailureText.of(file, e) + ". It is left out.");
            }
        }
        Map<String, List<ThreadDumpFile>> processes = new TreeMap<>();
        read.forEach(dump -> process(processes, String.valueOf(processOf(dump)), dump));
        Map<String, Long> processIds = new HashMap<>();
        for (PrintedDump one : printed) {
            if (one.dump().processId() != 0 && !one.jvm().isEmpty()) {
                processIds.putIfAbsent(one.jvm(), one.dump().processId());
            }
        }
        for (int i = 0; i < printed.size(); i++) {
            PrintedDump one = printed.get(i);
            long own = one.dump().processId();
            long process = own == 0 ? processIds.getOrDefault(one.jvm(), 0L) : own;
            String jvm = one.jvm().isEmpty() ? "dump " + i : one.jvm(); // without an address, may be another JVM
            process(processes, process == 0 ? "0 " + jvm : Long.toString(process), one.dump());
            read.add(one.dump());
        }
        List<Report> reports = new ArrayList<>();
        processes.values().forEach(dumps -> SameJvm.apart(dumps).forEach(jvm -> reports.add(report(jvm))));
        return reports;
    }

    private void read(Path file, InputStream in) throws IOException {
        String head = head(file);
        List<ThreadDumpFile> dumps = new ArrayList<>();
        if (isJson(head)) {
            dumps.add(DumpReader.read(in, file.toString()));
            read.addAll(dumps);
        } else if (PlainDumpReader.isDump(head)) {
            dumps.add(PlainDumpReader.read(in, file.toString()));
            read.addAll(dumps);
        } else {
            List<PrintedDump> all = PrintedDumpReader.read(
                    in, file.toString(), Files.getLastModifiedTime(file).toInstant());
            all.forEach(one -> dumps.add(one.dump()));
            printed.addAll(all);
        }
        dumps.forEach(dump -> damaged(file, dump));
    }

    private void heap(Path file) {
        try {
            ThreadDumpFile dump = HeapDumps.read(file, err);
            read.add(dump);
            damaged(file, dump);
        } catch (IOException e) {
            problems.accept("can't read " + FailureText.of(file, e) + ". It is left out.");
        }
    }

    private void damaged(Path file, ThreadDumpFile dump) {
        if (dump.damage() != null) {
            problems.accept(file + ": " + dump.damage() + ".");
        }
    }

    /** The number of the process. If a heap dump does not have it, that of a thread dump with the same threads. */
    private long processOf(ThreadDumpFile dump) {
        return dump.processId() != 0
                ? dump.processId()
                : read.stream()
                        .filter(other -> other.processId() != 0 && SameJvm.haveSameThreads(dump, other))
                        .mapToLong(ThreadDumpFile::processId)
                        .findFirst()
                        .orElse(0);
    }

    private static void process(Map<String, List<ThreadDumpFile>> all, String process, ThreadDumpFile dump) {
        all.computeIfAbsent(process + " " + dump.runtimeVersion(), key -> new ArrayList<>())
                .add(dump);
    }

    /** The report of recordings, with what these dumps show about the threads that hold carriers. */
    Report completed(Report recorded) {
        read.sort(Comparator.comparing(ThreadDumpFile::time));
        return Forecast.of(
                recorded,
                new DumpedCarrierHolders(new SourceLineResolver(classes), new CulpritFinder(classes))
                        .withDumps(recorded, read));
    }

    private Report report(List<ThreadDumpFile> dumps) {
        SourceLineResolver lines = new SourceLineResolver(classes);
        List<ThreadDumpFile> completed =
                dumps.stream().map(dump -> AwaitedClasses.in(dump, lines::uses)).toList();
        Waits waits = DumpWaits.of(completed, this::library, new Proofs());
        ThreadDumpFile first = dumps.get(0);
        boolean heaps = dumps.stream().allMatch(ThreadDumps::isHeap);
        Instant begin = dumps.stream()
                .filter(dump -> heaps || !isHeap(dump)) // several kinds are reported as thread dumps
                .map(ThreadDumpFile::time)
                .findFirst()
                .orElse(first.time());
        Jvm jvm = new Jvm(version(first.runtimeVersion()), begin, waits.nanos(), 0, "assumed", 0, null);
        String files = first.file() + (dumps.size() == 1 ? "" : " and " + (dumps.size() - 1) + " more");
        List<Limit> limits = new ArrayList<>(carriers(dumps));
        limits.add(Limit.of(LimitKind.PINS_NOT_RECORDED, "dumps don't show pins that have ended"));
        Aggregation nothing = Aggregation.live();
        nothing.jvm(CarrierPool.of(1));
        String kind = heaps ? Source.HEAP_DUMP : Source.DUMP;
        return nothing.report(new Source(kind, Version.tool(), List.of(files)), List.of(jvm), limits, List.of())
                .with(waits)
                .with(stalls(dumps), List.of());
    }

    private static boolean isHeap(ThreadDumpFile dump) {
        return dump.form() == ThreadDumpFile.Form.HEAP;
    }

    /** Only of the last dump: a stall in an earlier one is over, or the same. */
    private static List<Stall> stalls(List<ThreadDumpFile> dumps) {
        Stall last = DumpStall.of(dumps.get(dumps.size() - 1));
        return last == null ? List.of() : List.of(last);
    }

    /** The carriers that are held, as far as dumps show it. */
    private List<Limit> carriers(List<ThreadDumpFile> dumps) {
        HeldCarriers held = new HeldCarriers();
        Set<ThreadDumpFile> these = Collections.newSetFromMap(new IdentityHashMap<>());
        these.addAll(dumps);
        printed.stream()
                .filter(one -> these.contains(one.dump()))
                .sorted(Comparator.comparing(one -> one.dump().time()))
                .forEach(one -> held.dump(one.carriers()));
        List<Limit> limits = held.limits();
        Limit parked = PinsInDumps.of(dumps);
        return !limits.isEmpty() || parked == null ? limits : List.of(parked);
    }

    private @Nullable Library library(String name) {
        List<ClassFile> files = classes.find(name);
        return files.isEmpty() ? null : files.get(0).library();
    }

    /** Proofs from the class files that were passed or found. */
    private final class Proofs implements RequestEvidence.Proofs {
        private final ExplicitLocks locks = new ExplicitLocks(classes);

        @Override
        public RequestEvidence of(List<StackTraceElement> trace, int last) {
            return evidence(trace, last);
        }

        @Override
        public List<Integer> tookLock(List<StackTraceElement> trace) {
            return locks.holders(trace);
        }
    }

    private RequestEvidence evidence(List<StackTraceElement> trace, int last) {
        for (StackTraceElement frame : trace.subList(0, last + 1)) {
            if (!JdkNames.isJdk(frame.getClassName())
                    && classes.find(frame.getClassName()).isEmpty()) {
                return RequestEvidence.UNKNOWN;
            }
        }
        return new SentRequests(classes).isNobody(trace, last) ? RequestEvidence.NOBODY : RequestEvidence.MAYBE;
    }

    /** The version without the parts that are not numbers, such as those of {@code 25.0.3+9-LTS}. */
    private static String version(String runtimeVersion) {
        int end = 0;
        while (end < runtimeVersion.length()
                && (Character.isDigit(runtimeVersion.charAt(end)) || runtimeVersion.charAt(end) == '.')) {
            end++;
        }
        return end == 0 ? runtimeVersion : runtimeVersion.substring(0, end);
    }
}
