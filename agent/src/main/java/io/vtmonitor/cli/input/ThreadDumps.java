package io.vtmonitor.cli.input;

import io.vtmonitor.bytecode.calls.AskedBefore;
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
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Source;
import io.vtmonitor.tally.Aggregation;
import io.vtmonitor.waits.dump.Asked;
import io.vtmonitor.waits.dump.DumpReader;
import io.vtmonitor.waits.dump.DumpWaits;
import io.vtmonitor.waits.dump.DumpedHolds;
import io.vtmonitor.waits.dump.PlainDumpReader;
import io.vtmonitor.waits.dump.SameJvm;
import io.vtmonitor.waits.dump.ThreadDumpFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads thread dumps; those of one process are looked at in the order of their time. */
final class ThreadDumps {
    private static final int HEAD = 512;

    private static final Pattern STACK_TRACE =
            Pattern.compile("\\A(\\d+:\\R)?(\\d{4}-\\d\\d-\\d\\d .*\\R)?Full thread dump ");

    private final ClassPathBytes classes;
    private final Consumer<String> problems;
    private final List<ThreadDumpFile> read = new ArrayList<>();

    /**
     * @param classes where classes came from
     * @param problems takes what could not be read, a sentence each
     */
    ThreadDumps(ClassPathBytes classes, Consumer<String> problems) {
        this.classes = classes;
        this.problems = problems;
    }

    /** Whether a file begins like a thread dump of {@code Thread.dump_to_file}. */
    static boolean isDump(Path file) {
        String head = head(file);
        return isJson(head) || PlainDumpReader.isDump(head);
    }

    private static boolean isJson(String head) {
        return head.startsWith("{") && head.contains("\"threadDump\"");
    }

    /** Whether it begins like one of {@code Thread.print}, which lists no virtual thread that has no carrier. */
    static boolean isOfPlatformThreads(Path file) {
        return STACK_TRACE.matcher(head(file)).find();
    }

    /** Empty where it can't be read: the reader of recordings says why. */
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
        Map<String, List<ThreadDumpFile>> processes = new TreeMap<>();
        for (Path file : files) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
                ThreadDumpFile dump = isJson(head(file))
                        ? DumpReader.read(in, file.toString())
                        : PlainDumpReader.read(in, file.toString());
                processes
                        .computeIfAbsent(dump.processId() + " " + dump.runtimeVersion(), process -> new ArrayList<>())
                        .add(dump);
                read.add(dump);
                if (dump.damage() != null) {
                    problems.accept(file + ": " + dump.damage() + ".");
                }
            } catch (IOException e) {
                problems.accept("can't read " + FailureText.of(file, e) + ". It is left out.");
            }
        }
        List<Report> reports = new ArrayList<>();
        processes.values().forEach(dumps -> SameJvm.apart(dumps).forEach(jvm -> reports.add(report(jvm))));
        return reports;
    }

    /** The report of recordings, with what the dumps that were read show of the threads that hold carriers. */
    Report completed(Report recorded) {
        read.sort(Comparator.comparing(ThreadDumpFile::time));
        return Forecast.of(
                recorded,
                new DumpedHolds(new SourceLineResolver(classes), new CulpritFinder(classes)).told(recorded, read));
    }

    private Report report(List<ThreadDumpFile> dumps) {
        Waits waits = DumpWaits.of(dumps, this::library, this::asked);
        ThreadDumpFile first = dumps.get(0);
        Jvm jvm = new Jvm(version(first.runtimeVersion()), first.time(), waits.nanos(), 0, "assumed", 0, null);
        String files = first.file() + (dumps.size() == 1 ? "" : " and " + (dumps.size() - 1) + " more");
        Aggregation nothing = Aggregation.live();
        nothing.jvm(CarrierPool.of(1));
        return nothing.report(
                        new Source(Source.DUMP, Version.tool(), List.of(files)),
                        List.of(jvm),
                        List.of(Limit.of(LimitKind.PINS_NOT_RECORDED, "thread dumps don't show pins")),
                        List.of())
                .with(waits);
    }

    private @Nullable Library library(String name) {
        List<ClassFile> files = classes.find(name);
        return files.isEmpty() ? null : files.get(0).library();
    }

    private Asked asked(List<StackTraceElement> trace, int last) {
        for (StackTraceElement frame : trace.subList(0, last + 1)) {
            if (!JdkNames.isJdk(frame.getClassName())
                    && classes.find(frame.getClassName()).isEmpty()) {
                return Asked.UNKNOWN;
            }
        }
        return new AskedBefore(classes).isNobody(trace, last) ? Asked.NOBODY : Asked.MAYBE;
    }

    /** Without what follows the numbers: {@code 25.0.3+9-LTS}. */
    private static String version(String runtimeVersion) {
        int end = 0;
        while (end < runtimeVersion.length()
                && (Character.isDigit(runtimeVersion.charAt(end)) || runtimeVersion.charAt(end) == '.')) {
            end++;
        }
        return end == 0 ? runtimeVersion : runtimeVersion.substring(0, end);
    }
}
