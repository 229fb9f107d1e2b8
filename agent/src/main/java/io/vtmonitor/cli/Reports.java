package io.vtmonitor.cli;

import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.analysis.Diagnoser;
import io.vtmonitor.analysis.Merge;
import io.vtmonitor.analysis.SharedDiagnoser;
import io.vtmonitor.boot.Version;
import io.vtmonitor.culprit.ClassPathBytes;
import io.vtmonitor.culprit.CulpritFinder;
import io.vtmonitor.model.Report;
import io.vtmonitor.source.Recordings;
import io.vtmonitor.source.SharedChunks;
import io.vtmonitor.source.UnreadableRecordingException;
import io.vtmonitor.unpin.HolderPlanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads recordings and reports; what can't be read is left out and said. */
final class Reports {
    /** What counts in a folder. */
    static final List<String> RECORDINGS = List.of(".jfr", ".jfr.gz", ".jfr.lz4", ".jfr.zip");

    /** Likewise, of reports. */
    static final List<String> REPORTS = List.of(".json");

    private static final int MOST_PROBLEMS = 1_000;

    private final SharedDiagnoser diagnoser;
    private final List<String> jdks;
    private final Selection selection;
    private final PrintWriter err;
    private final List<String> problems = new ArrayList<>();

    /**
     * @param classBytes where holders are looked up
     * @param selection of the pins that count
     * @param err where progress is shown
     */
    Reports(ClassPathBytes classBytes, KnowledgeBase knowledge, Selection selection, PrintWriter err) {
        this.diagnoser = new SharedDiagnoser(new Diagnoser(
                new CulpritFinder(classBytes),
                knowledge::advise,
                new HolderPlanner(classBytes, knowledge::unpinPatterns, List.of())));
        this.jdks = classBytes.jdkVersions();
        this.selection = selection;
        this.err = err;
    }

    /** What could not be read up to now, a sentence each; of very many the first. */
    List<String> problems() {
        return problems;
    }

    private void problem(String problem) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        } else if (problems.size() == MOST_PROBLEMS) {
            problems.add("and more; the rest is not listed");
        }
    }

    /**
     * One report of all, of recordings and of what is a report already, told by how it begins; without JVMs where none could
     * be read.
     *
     * @param arguments files, patterns, folders: of a folder its recordings, or its reports where it has none
     */
    Report report(List<String> arguments) {
        FileList list = FileList.of(arguments, RECORDINGS, REPORTS);
        list.problems().forEach(this::problem);
        List<Path> recordings = new ArrayList<>();
        List<Path> reports = new ArrayList<>();
        for (Path file : list.files()) {
            (beginsLikeJson(file) ? reports : recordings).add(file);
        }
        Report read = together(recordings);
        if (reports.isEmpty()) {
            return read;
        }
        Merge merge = new Merge(Version.tool());
        if (!read.jvms().isEmpty()) {
            merge.add(read);
        }
        new ReportFiles((file, report) -> addWhatWasSelected(merge, file, report), this::problem).read(reports, err);
        return merge.report();
    }

    /** A report's pins are added up already: where some of them had to be left out, all are. */
    private void addWhatWasSelected(Merge merge, String file, Report report) {
        if (selection.keepsAllOf(report)) {
            merge.add(report);
        } else {
            problem(file + ": a report's pins are added up already, so that "
                    + "--threshold, --since, --until and --package can't choose among them. It is left out; give the"
                    + " recording, or make the report with these options");
        }
    }

    private static boolean beginsLikeJson(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return false; // to look would take from a pipe what its reader needs
        }
        try (InputStream in = Files.newInputStream(file)) {
            int first = in.read();
            while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
                first = in.read();
            }
            return first == '{';
        } catch (IOException unreadable) {
            return false; // the reader of recordings says why
        }
    }

    /**
     * One report of all recordings; without JVMs where none could be read.
     *
     * @param arguments files, folders, patterns
     */
    Report recordings(List<String> arguments) {
        return together(recordingsIn(arguments));
    }

    /**
     * Likewise, but each file is read as if it were the only one.
     *
     * @param each takes what it says, in the order of the files
     */
    Report recordings(List<String> arguments, Consumer<RecordingReport> each) {
        List<Path> files = recordingsIn(arguments);
        return merged(files, number -> Recordings.open(files.get(number)), each, () -> null);
    }

    private List<Path> recordingsIn(List<String> arguments) {
        FileList list = FileList.of(arguments, RECORDINGS);
        problems.addAll(list.problems());
        return list.files();
    }

    /** What stands in several of the files is counted once. */
    private Report together(List<Path> files) {
        SharedChunks shared = SharedChunks.of(files);
        return merged(files, number -> Recordings.open(files.get(number), shared, number), each -> {}, shared::told);
    }

    private Report merged(
            List<Path> files, Opening opening, Consumer<RecordingReport> each, Supplier<@Nullable String> limit) {
        Merge merge = new Merge(Version.tool());
        List<Report> only = new ArrayList<>(1);
        FileProgress progress = new FileProgress(err, files.size());
        HeapUse heap = new HeapUse(files.size());
        List<Integer> numbers = new ArrayList<>(files.size());
        for (int i = 0; i < files.size(); i++) {
            numbers.add(i);
        }
        InOrder.each(
                numbers,
                number -> RecordingReport.of(files.get(number), () -> opening.open(number), diagnoser, jdks, selection),
                read -> {
                    read.problems().forEach(this::problem);
                    if (!read.report().jvms().isEmpty()) {
                        if (files.size() == 1) {
                            only.add(read.report());
                        } else {
                            merge.add(read.report());
                        }
                        progress.clear();
                        each.accept(read);
                    }
                    progress.oneMore();
                    heap.bound();
                });
        progress.clear();
        String said = limit.get();
        if (said != null) {
            merge.limit(said);
        }
        // A report is what it would be merged with nothing.
        return only.isEmpty() ? merge.report() : only.get(0);
    }

    /** Opens the recording of that number. */
    private interface Opening {
        Recordings open(int number) throws UnreadableRecordingException;
    }
}
