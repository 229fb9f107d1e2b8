package io.vtmonitor.mcp;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools: commands of {@code vt-monitor}, with arguments that are checked and paths that are allowed. */
final class Tools {
    private static final String READABLE = "Recordings (.jfr), thread dumps, heap dumps (.hprof), or folders of them.";
    private static final String RECORDINGS = "Recordings (.jfr), or folders of them.";
    private static final String COMPARABLE = "Recordings (.jfr), JSON reports of vt-monitor, or folders of them.";
    private static final String CLASSPATH =
            "The application's class path: jars, folders of classes. Identifies holders exactly on JDK 21 to 23.";
    private static final List<String> FORMATS = List.of("text", "json", "csv");
    private static final List<String> SELECTION = List.of("threshold", "since", "until", "package");
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final CommandRunner runner;
    private final AllowedPaths allowed;
    private final Path recordings;
    private final Map<String, Tool> tools = new LinkedHashMap<>();

    /**
     * @param recordings where new recordings are put
     * @param mayAttach whether running JVMs may be recorded
     */
    Tools(CommandRunner runner, AllowedPaths allowed, Path recordings, boolean mayAttach) {
        this.runner = runner;
        this.allowed = allowed;
        this.recordings = recordings;
        add(
                "list_jvms",
                "Lists this machine's running JVMs: PID, Java version, whether they use virtual threads, and whether"
                        + " vt-monitor watches them. Does not contact the JVMs.",
                new Schema(),
                arguments -> answer(runner.run(List.of("list"))));
        add(
                "analyze",
                "Analyzes Java Flight Recorder recordings: which frames pinned virtual threads to their carriers, for"
                        + " how long, why, and how to fix each. The text format is short; json has every stack.",
                selection(new Schema()
                                .list("files", READABLE)
                                .list("classpath", CLASSPATH)
                                .oneOf("format", "The format of the answer; default text.", FORMATS)
                                .text("top", "How many sites the text shows; default 3."))
                        .required("files"),
                this::analyze);
        add(
                "diff",
                "Compares two sets of recordings or reports: which pinned sites appeared, vanished, grew and shrank,"
                        + " per hour, and why.",
                new Schema()
                        .list("before", COMPARABLE)
                        .list("after", COMPARABLE)
                        .list("classpath", CLASSPATH)
                        .oneOf("format", "The format of the answer; default text.", FORMATS.subList(0, 2))
                        .required("before", "after"),
                this::diff);
        add(
                "explain",
                "Explains one pinned site of recordings: its holders, how sure each is, figures, verdict for newer"
                        + " JDKs, the cure, and its longest stacks.",
                selection(new Schema()
                                .list("files", RECORDINGS)
                                .list("classpath", CLASSPATH)
                                .text(
                                        "site",
                                        "A site's id as analyze writes it, or a part of it, such as a class name."))
                        .required("files", "site"),
                this::explain);
        add(
                "scan",
                "Finds, from class files only, code that can pin a virtual thread's carrier while it blocks, and how"
                        + " to fix it. A recording is stronger evidence: if there is one, use analyze.",
                new Schema()
                        .list("files", "Jars, wars, folders of classes or of jars; the application's own first.")
                        .text("jdk", "The JDK whose rules decide: 21 or later; default 21.")
                        .list(
                                "seen",
                                "Recordings or JSON reports: marks findings that appear in them, with their cost.")
                        .oneOf("format", "The format of the answer; default text.", FORMATS)
                        .text("top", "How many findings the text shows; default 10.")
                        .required("files"),
                this::scan);
        add(
                "propose_cure",
                "Proposes the fix as a change to a build file: a unified diff that names library releases that no"
                        + " longer pin. Writes nothing.",
                selection(new Schema()
                                .list("files", RECORDINGS)
                                .list("classpath", CLASSPATH)
                                .text("site", "One site's id, or a part of it; default: the plan for all sites.")
                                .text("build_file", "A pom.xml, build.gradle or build.gradle.kts."))
                        .required("files", "build_file"),
                this::propose);
        if (mayAttach) {
            add(
                    "record",
                    "Records a running JVM on this machine for some seconds with Flight Recorder, without an agent,"
                            + " and analyzes the recording. The answer names the file.",
                    new Schema()
                            .number("pid", "The JVM's process ID, as in list_jvms.", 1, Integer.MAX_VALUE)
                            .number("seconds", "How long.", 1, 300)
                            .required("pid", "seconds"),
                    this::record);
        }
    }

    Map<String, Tool> all() {
        return tools;
    }

    private void add(String name, String description, Schema schema, Tool.Call call) {
        tools.put(name, new Tool(name, description, schema.json(), call));
    }

    private static Schema selection(Schema schema) {
        return schema.text("threshold", "Leave out pins shorter than this, such as 20ms.")
                .text(
                        "since",
                        "Only pins that last until then or longer: an instant, or a length since the recording began,"
                                + " such as 90s.")
                .text("until", "Only pins that began before this time; same format as since.")
                .text("package", "Only pins with a holder or an entry in this package or below.");
    }

    private Tool.Answer analyze(Arguments arguments) throws RpcException, IOException, InterruptedException {
        List<String> command = command("analyze", arguments);
        select(command, arguments);
        command.add("--format=" + arguments.oneOf("format", FORMATS));
        String top = arguments.text("top");
        if (top != null) {
            command.add("--top=" + top);
        }
        command.addAll(paths("files", arguments));
        return answer(runner.run(command));
    }

    private Tool.Answer diff(Arguments arguments) throws RpcException, IOException, InterruptedException {
        List<String> command = command("diff", arguments);
        command.add("--format=" + arguments.oneOf("format", FORMATS.subList(0, 2)));
        for (String side : List.of("before", "after")) {
            for (String path : paths(side, arguments)) {
                command.add("--" + side + "=" + path);
            }
        }
        return answer(runner.run(command));
    }

    private Tool.Answer explain(Arguments arguments) throws RpcException, IOException, InterruptedException {
        String site = arguments.required("site");
        List<String> command = command("analyze", arguments);
        select(command, arguments);
        command.addAll(paths("files", arguments));
        return Explanation.of(SiteReport.of(runner, command), site);
    }

    private Tool.Answer scan(Arguments arguments) throws RpcException, IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("scan", "--format=" + arguments.oneOf("format", FORMATS)));
        for (String option : List.of("jdk", "top")) {
            String value = arguments.text(option);
            if (value != null) {
                command.add("--" + option + "=" + value);
            }
        }
        for (String path : optionalPaths("seen", arguments)) {
            command.add("--seen=" + path);
        }
        command.addAll(paths("files", arguments));
        return answer(runner.run(command));
    }

    private Tool.Answer propose(Arguments arguments) throws RpcException, IOException, InterruptedException {
        Path build = allowed.check(arguments.required("build_file"));
        List<String> command = command("analyze", arguments);
        select(command, arguments);
        command.addAll(paths("files", arguments));
        return Proposal.of(SiteReport.of(runner, command), arguments.text("site"), build, allowed.fromFolder(build));
    }

    private Tool.Answer record(Arguments arguments) throws RpcException, IOException, InterruptedException {
        long pid = arguments.number("pid", 1, Integer.MAX_VALUE);
        long seconds = arguments.number("seconds", 1, 300);
        Path file = recordings.resolve("vt-monitor-" + pid + "-" + STAMP.format(Instant.now()) + ".jfr");
        Tool.Answer answer = answer(runner.run(
                List.of("record", String.valueOf(pid), "-d", seconds + "s", "-o", file.toString()),
                Duration.ofSeconds(seconds)));
        return answer.isError() ? answer : new Tool.Answer("Recorded in " + file + "\n\n" + answer.text(), false);
    }

    private List<String> command(String name, Arguments arguments) throws RpcException {
        List<String> command = new ArrayList<>(List.of(name));
        List<String> classpath = optionalPaths("classpath", arguments);
        if (!classpath.isEmpty()) {
            command.add("--classpath=" + String.join(File.pathSeparator, classpath));
        }
        return command;
    }

    /** As one word each, so that no value is taken for an option. */
    private static void select(List<String> command, Arguments arguments) throws RpcException {
        for (String option : SELECTION) {
            String value = arguments.text(option);
            if (value != null) {
                command.add("--" + option + "=" + value);
            }
        }
    }

    private List<String> paths(String name, Arguments arguments) throws RpcException {
        List<String> paths = optionalPaths(name, arguments);
        if (paths.isEmpty()) {
            throw Arguments.bad(name + ": at least one file or folder is needed");
        }
        return paths;
    }

    private List<String> optionalPaths(String name, Arguments arguments) throws RpcException {
        List<String> paths = new ArrayList<>();
        for (String named : arguments.list(name)) {
            paths.add(allowed.check(named).toString());
        }
        return paths;
    }

    /** Exit code 1 with an answer: a part could not be read, and the messages say which. */
    static Tool.Answer answer(CommandRunner.Result result) {
        String err = result.err().strip();
        String text = result.out() + (err.isEmpty() ? "" : (result.out().isEmpty() ? "" : "\n") + err + "\n");
        return new Tool.Answer(
                text,
                result.exitCode() < 0 || (result.exitCode() != 0 && result.out().isBlank()));
    }
}
