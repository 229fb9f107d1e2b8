package io.vtmonitor.cli.input;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.Printable;
import io.vtmonitor.common.Version;
import io.vtmonitor.recording.Recordings;
import io.vtmonitor.recording.SharedChunks;
import io.vtmonitor.recording.UnreadableRecordingException;
import io.vtmonitor.report.AffectedJdk;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Stall;
import io.vtmonitor.report.Waits;
import io.vtmonitor.tally.Merge;
import io.vtmonitor.tally.MergedWaits;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads recordings and reports. What can't be read is left out and reported as a problem. */
public final class Reports implements Closeable {
    /** The endings of recordings in a folder. */
    static final List<String> RECORDINGS = List.of(".jfr", ".jfr.gz", ".jfr.lz4", ".jfr.zip");

    /** The endings of reports in a folder. */
    public static final List<String> REPORTS = List.of(".json");

    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int MOST_PROBLEMS = 1_000;
    private static final int MOST_BLANKS = 1_000;

    private final RecordedClasses recorded;
    private final ClassPathBytes classes;
    private final Function<String, List<Limit>> jdkBugs;
    private final List<String> jdks;
    private final PinFilterOptions selection;
    private final PrintWriter err;
    private final List<String> problems = new ArrayList<>();

    /** The pipes that were opened to find out what they contain. */
    private final Map<Path, InputStream> pipes = new LinkedHashMap<>();

    /**
     * @param classBytes where to find the classes of holders
     * @param selection says which pins count
     * @param err where to show the progress
     */
    public Reports(ClassPathBytes classBytes, KnowledgeBase knowledge, PinFilterOptions selection, PrintWriter err) {
        this.recorded = new RecordedClasses(classBytes, knowledge);
        this.classes = classBytes;
        this.jdkBugs = version -> knowledge.jdkBugs(version, null).stream()
                .map(AffectedJdk::limit)
                .toList();
        this.jdks = classBytes.jdkVersions();
        this.selection = selection;
        this.err = err;
    }

    /** What could not be read so far, a sentence each; if there are very many, only the first ones. */
    public List<String> problems() {
        return problems.stream().map(Printable::text).toList();
    }

    /** Where class files were found that the user has not named, in a sentence; null if nowhere. */
    public @Nullable String classesFound() {
        return recorded.refusal();
    }

    @Override
    public void close() {
        recorded.close();
    }

    private void problem(String problem) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        } else if (problems.size() == MOST_PROBLEMS) {
            problems.add("and more; the rest is not listed");
        }
    }

    /**
     * One report of all recordings and reports, which are distinguished by their first bytes. Without JVMs if nothing
     * could be read.
     *
     * @param arguments files, patterns, or folders: of a folder its recordings, or, if it has none, its reports
     */
    public Report report(List<String> arguments) {
        FileList list = FileList.of(arguments, RECORDINGS, REPORTS, file -> false, "");
        list.problems().forEach(this::problem);
        List<Path> recordings = new ArrayList<>();
        List<Path> reports = new ArrayList<>();
        for (Path file : list.files()) {
            if (ThreadDumps.isDump(file)) {
                problem(file + ": a thread dump or a heap dump can't be compared; the report that analyze -o NAME.json"
                        + " makes of it can. It is left out.");
            } else {
                (beginsLikeJson(file) ? reports : recordings).add(file);
            }
        }
        Report read = together(recordings);
        if (reports.isEmpty()) {
            return read;
        }
        Merge merge = new Merge(Version.tool());
        if (!read.jvms().isEmpty()) {
            merge.add(read);
        }
        ReportFiles reader = new ReportFiles((file, report) -> addWhatWasSelected(merge, file, report), this::problem);
        pipes.forEach((pipe, in) -> {
            if (reports.remove(pipe)) {
                reader.read(in, pipe.equals(STANDARD_INPUT) ? "" : pipe.toString());
            }
        });
        reader.read(reports, err);
        return merge.report();
    }

    /**
     * The pins of a report are already added up. If the selection leaves some of them out, the whole report is left
     * out.
     */
    private void addWhatWasSelected(Merge merge, String file, Report report) {
        if (selection.keepsAllOf(report)) {
            merge.add(report);
        } else {
            problem((file.isEmpty() ? "standard input" : file) + ": a report contains totals only, so "
                    + "--threshold, --since, --until, and --package can't select its pins. It is left out; pass the"
                    + " recording, or create the report with these options");
        }
    }

    private boolean beginsLikeJson(Path file) {
        try {
            if (file.equals(STANDARD_INPUT) && !Files.exists(file)) {
                return beginsLikeJson(file, AwaitedInput.standard(err));
            }
            if (AwaitedInput.isOne(file)) {
                return beginsLikeJson(file, AwaitedInput.open(file, err));
            }
            try (InputStream in = Files.newInputStream(file)) {
                return beginsLikeJson(in);
            }
        } catch (IOException ignored) {
            return false; // the reader of recordings reports the failure
        }
    }

    /** A pipe can be read only once, so it remains open until it is read. */
    private boolean beginsLikeJson(Path pipe, InputStream opened) throws IOException {
        InputStream in = new BufferedInputStream(opened);
        pipes.put(pipe, in);
        in.mark(MOST_BLANKS);
        boolean json = beginsLikeJson(in);
        in.reset();
        return json;
    }

    private static boolean beginsLikeJson(InputStream in) throws IOException {
        int first = in.read();
        for (int i = 2; i < MOST_BLANKS && Character.isWhitespace(first); i++) {
            first = in.read();
        }
        return first == '{' || first == '[';
    }

    /**
     * One report of all recordings and dumps; without JVMs if none could be read.
     *
     * @param arguments files, folders, or patterns
     */
    public Report recordings(List<String> arguments) {
        List<Path> files = new ArrayList<>(recordingsIn(arguments));
        List<Path> dumps = new ArrayList<>();
        for (Path file : files) {
            if (ThreadDumps.isDump(file)) {
                dumps.add(file);
            }
        }
        if (dumps.isEmpty()) {
            return together(files);
        }
        ThreadDumps reader = new ThreadDumps(classes, this::problem, err);
        List<Report> read = new ArrayList<>(reader.reports(dumps));
        files.removeAll(dumps);
        Report recorded = files.isEmpty() ? null : together(files);
        if (recorded != null && !recorded.jvms().isEmpty()) {
            return withDumps(reader.completed(recorded), read);
        }
        read.removeIf(report -> report.jvms().isEmpty());
        if (read.size() == 1) {
            return read.get(0);
        }
        Merge merge = new Merge(Version.tool());
        read.forEach(merge::add);
        return merge.report();
    }

    /**
     * The report of recordings with the waits and stalls that dumps show. Dumps don't have pins. Counted as JVMs, they
     * would reduce the figures of the recordings.
     */
    static Report withDumps(Report recorded, List<Report> dumps) {
        List<Waits> waits = new ArrayList<>(List.of(recorded.waits()));
        List<Stall> stalls = new ArrayList<>(recorded.stalls());
        for (Report dump : dumps) {
            waits.add(dump.waits());
            for (Stall stall : dump.stalls()) {
                // The agent may have seen the same stall, and more of it.
                if (recorded.stalls().stream().noneMatch(known -> lasts(known, stall.begin()))) {
                    stalls.add(stall);
                }
            }
        }
        stalls.sort(Comparator.comparing(Stall::begin));
        return recorded.with(stalls, recorded.unpin()).with(MergedWaits.of(waits));
    }

    private static boolean lasts(Stall stall, Instant instant) {
        return !stall.begin().isAfter(instant)
                && (!stall.over() || !stall.begin().plusNanos(stall.nanos()).isBefore(instant));
    }

    /**
     * Reads each recording as if it were the only one, and merges the reports.
     *
     * @param each receives the report of each file, in the order of the files
     */
    public Report recordings(List<String> arguments, Consumer<RecordingReport> each) {
        List<Path> files = new ArrayList<>();
        for (Path file : recordingsIn(arguments)) {
            if (ThreadDumps.isDump(file)) {
                problem(file + ": a thread dump or a heap dump, which --per-file does not read. It is left out; pass it"
                        + " without --per-file");
            } else {
                files.add(file);
            }
        }
        return merged(files, (file, number) -> Recordings.open(file, openedInput(file)), each, List::of);
    }

    /** The files that arguments stand for. */
    public static List<String> files(List<String> arguments) {
        return names(inputs(arguments));
    }

    /** The same, of a command that reads reports only. */
    public static List<String> reportFiles(List<String> arguments) {
        return names(FileList.of(arguments, REPORTS));
    }

    private static List<String> names(FileList list) {
        return list.files().stream().map(Path::toString).toList();
    }

    static FileList inputs(List<String> arguments) {
        return FileList.of(arguments, RECORDINGS, REPORTS, ThreadDumps::isDump, ", and no thread dump or heap dump,");
    }

    private List<Path> recordingsIn(List<String> arguments) {
        FileList list = inputs(arguments);
        list.problems().forEach(this::problem);
        return list.files();
    }

    /** Merges recordings. What several of the files contain is counted once. */
    private Report together(List<Path> named) {
        List<Path> files = SharedChunks.inOrder(named);
        SharedChunks shared = SharedChunks.of(files);
        return merged(
                files,
                (file, number) -> Recordings.open(file, () -> openedInput(file), shared, number),
                each -> {},
                shared::limits);
    }

    /** The input if it was already opened, or can be read only once; null if the file can be opened at any time. */
    private @Nullable InputStream openedInput(Path file) throws UnreadableRecordingException {
        InputStream openedInput = pipes.get(file);
        if (openedInput != null || Files.isRegularFile(file)) {
            return openedInput;
        }
        if (file.equals(STANDARD_INPUT) && !Files.exists(file)) {
            return AwaitedInput.standard(err);
        }
        try {
            return AwaitedInput.isOne(file) ? AwaitedInput.open(file, err) : null;
        } catch (IOException e) {
            throw new UnreadableRecordingException(file, FailureText.reason(file.toString(), e), e);
        }
    }

    private Report merged(
            List<Path> files,
            RecordingReport.Opening opening,
            Consumer<RecordingReport> each,
            Supplier<List<Limit>> limits) {
        Merge merge = new Merge(Version.tool());
        List<Report> only = new ArrayList<>(1);
        FileProgress progress = new FileProgress(err, files.size());
        HeapPacing heap = new HeapPacing(files.size());
        List<Integer> numbers = new ArrayList<>(files.size());
        for (int i = 0; i < files.size(); i++) {
            numbers.add(i);
        }
        InOrder.each(
                numbers,
                number -> RecordingReport.of(files.get(number), number, opening, recorded, jdkBugs, jdks, selection),
                read -> {
                    read.problems().forEach(this::problem);
                    if (!read.draft().jvms().isEmpty()) {
                        if (files.size() == 1) {
                            only.add(read.report());
                        } else {
                            merge.add(read.draft());
                        }
                        progress.clear();
                        each.accept(read);
                    }
                    progress.oneMore();
                    heap.bound();
                });
        progress.clear();
        limits.get().forEach(merge::limit);
        // The report of a single file need not be merged.
        return only.isEmpty() ? merge.report() : only.get(0);
    }
}
