package io.vtmonitor.cli.jvm;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM on this machine as seen from outside: nothing here attaches to it, or makes it do anything.
 *
 * @param pid its process
 * @param program its main class or jar, without arguments, which may have secrets
 * @param javaVersion from the file {@code release} of its Java home; empty if that can't be read
 * @param virtualThreads whether it uses virtual threads
 * @param watched whether an agent of ours watches it
 */
record RunningJvm(long pid, String program, String javaVersion, Sign virtualThreads, Sign watched) {
    /** How the command line of a program begins that is run from its source; the name of its file follows. */
    private static final String SOURCE_LAUNCHER = "jdk.compiler/com.sun.tools.javac.launcher.";

    private static final int NEEDED = 21;
    private static final Pattern SPACE_OR_END = Pattern.compile("\\s|$");

    /** What the names of native threads show. */
    enum Sign {
        YES("yes"),
        /** Carriers have the same names as the threads of an application's first {@code ForkJoinPool}. */
        LIKELY("likely"),
        NO("no sign"),
        /** There is no /proc, or we must not read it. */
        UNKNOWN("?");

        private final String text;

        Sign(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    static RunningJvm of(long pid, String commandLine) {
        Optional<Set<String>> threads = threadNames(pid);
        return new RunningJvm(
                pid,
                program(commandLine),
                javaVersion(pid),
                threads.map(RunningJvm::virtualThreads).orElse(Sign.UNKNOWN),
                threads.map(RunningJvm::watched).orElse(Sign.UNKNOWN));
    }

    /** Whether it is a tool of the JDK: not a program that the compiler has only compiled, to run it. */
    static boolean isTool(String commandLine) {
        return !commandLine.startsWith(SOURCE_LAUNCHER)
                && (commandLine.startsWith("jdk.") || commandLine.startsWith("sun.tools."));
    }

    /** The main class or jar; if it is a path, only its last part. */
    static String program(String commandLine) {
        String own = commandLine.startsWith(SOURCE_LAUNCHER) ? commandLine.replaceFirst("\\S+", "") : commandLine;
        String first = withoutArguments(own.strip());
        String name = first.substring(Math.max(first.lastIndexOf('/'), first.lastIndexOf('\\')) + 1);
        return name.isEmpty() ? "(unknown)" : name;
    }

    /**
     * The first word, or, if a path has spaces, the first words that name a file. The arguments may have secrets, so
     * none is shown only because it ends in {@code .jar}.
     */
    private static String withoutArguments(String commandLine) {
        if (commandLine.startsWith("/")) {
            Matcher end = SPACE_OR_END.matcher(commandLine);
            while (end.find()) {
                String path = commandLine.substring(0, end.start());
                if (new File(path).isFile()) {
                    return path;
                }
            }
        }
        return commandLine.split("\\s+", 2)[0];
    }

    /** The Java home is two folders above the command {@code java}. */
    private static String javaVersion(long pid) {
        Properties release = new Properties();
        try {
            Path java = Path.of(ProcessHandle.of(pid)
                            .flatMap(process -> process.info().command())
                            .orElse(""))
                    .toRealPath();
            Path home = java.getParent() == null ? null : java.getParent().getParent();
            if (home != null) {
                try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
                    release.load(reader);
                }
            }
        } catch (IOException | RuntimeException ignored) {
            return "";
        }
        return release.getProperty("JAVA_VERSION", "").replace("\"", "");
    }

    /**
     * Linux shows 15 characters of each name: the first ones, or, for JDK 26 and later, some of the start and of the
     * end.
     */
    private static Optional<Set<String>> threadNames(long pid) {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads) {
                name(thread).ifPresent(names::add);
            }
        } catch (IOException | RuntimeException ignored) {
            return Optional.empty();
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    /** Empty for a thread that has ended since it was listed. */
    private static Optional<String> name(Path thread) {
        try {
            return Optional.of(Files.readString(thread.resolve("comm")).strip());
        } catch (IOException | RuntimeException ignored) {
            return Optional.empty();
        }
    }

    /** The JDK starts an unparker (21), an unblocker (24), or pollers only for virtual threads. */
    static Sign virtualThreads(Set<String> names) {
        if (any(names, "VirtualThread-")
                || any(names, "Virtual..")
                || any(names, "Read-Poller")
                || any(names, "Write-Poller")) {
            return Sign.YES;
        }
        return any(names, "ForkJoinPool-1-") ? Sign.LIKELY : Sign.NO;
    }

    /**
     * Whether the JVM has the thread with which our agent reads its stream of events, or the one that looks at the JVM:
     * without Flight Recorder there is no stream.
     */
    static Sign watched(Set<String> names) {
        boolean streams = any(names, "vt-monitor-str") || any(names, "vt-moni..stream");
        return streams || any(names, "vt-monitor-watc") || any(names, "vt-moni..-watch") ? Sign.YES : Sign.NO;
    }

    private static boolean any(Set<String> names, String prefix) {
        return names.stream().anyMatch(name -> name.startsWith(prefix));
    }

    /** False if it is known to be too old for virtual threads. */
    boolean isRecentEnough() {
        String feature = javaVersion.split("[.+-]", 2)[0];
        return !feature.matches("\\d{1,4}") || Integer.parseInt(feature) >= NEEDED;
    }

    /** One line with the columns of {@link #HEADING}. */
    String line() {
        return "%8d  %-10s  %-15s  %-8s  %s"
                .formatted(
                        pid,
                        javaVersion.isEmpty() ? "?" : javaVersion,
                        virtualThreads,
                        watched == Sign.NO ? "no" : watched,
                        program);
    }

    static final String HEADING =
            "%8s  %-10s  %-15s  %-8s  %s".formatted("pid", "Java", "virtual threads", "watched", "program");
}
