package io.vtmonitor.cli.input;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.cli.output.OutputTargets;
import io.vtmonitor.cli.output.Usage;
import io.vtmonitor.common.FailureText;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say where to look up holders and advice, for all commands that read recordings. */
public final class ClassPathOptions {
    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "The application's class path, separated by '${sys:path.separator}': jars (including "
                    + "Spring Boot's), folders of classes, and the JDK's home. Identifies holders exactly on "
                    + "JDK 21 to 23.")
    private String classPath = "";

    @Option(
            names = "--advice",
            paramLabel = "FILE",
            description = "Add advice for libraries from this file (docs/advice.md).")
    private @Nullable Path advice;

    @Option(
            names = "--keep-classes",
            paramLabel = "FILE",
            description = "Save the class files that were used in this jar, which you can pass as --classpath to "
                    + "analyze the same recording elsewhere. It contains classes of your application.")
    private @Nullable Path kept;

    /** The class path, which the caller must close. */
    public ClassPathBytes classes(CommandSpec spec) {
        List<Path> elements = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (!element.isEmpty()) {
                elements.add(Path.of(element));
            }
        }
        try {
            ClassPathBytes classes = new ClassPathBytes(elements);
            if (kept != null) {
                classes.keepSeen();
            }
            return classes;
        } catch (IllegalArgumentException e) {
            throw Usage.bad(spec, "--classpath: " + e.getMessage());
        }
    }

    /**
     * Refuses to keep classes in a file that is also read.
     *
     * @param inputs the other files that are read
     */
    public void check(CommandSpec spec, List<String> inputs) {
        if (kept != null) {
            OutputTargets.keepInputs(spec, "--keep-classes", kept, inputs);
            OutputTargets.keepInputs(spec, "--keep-classes", kept, List.of(classPath.split(File.pathSeparator, -1)));
        }
    }

    /** Refuses an output that would replace the advice. */
    public void keepInputs(CommandSpec spec, OutputTargets output) {
        output.keepInput(spec, advice);
    }

    /** Writes the classes that have been looked up, if the user asked for that; returns false if that failed. */
    public boolean keep(ClassPathBytes classes, PrintWriter err) {
        if (kept == null) {
            return true;
        }
        try {
            classes.writeSeen(kept);
            return true;
        } catch (IOException e) {
            err.println("vt-monitor: can't write the classes: " + FailureText.of(e));
            return false;
        }
    }

    public KnowledgeBase knowledge(CommandSpec spec) {
        try {
            return advice == null ? new KnowledgeBase() : KnowledgeBase.with(advice);
        } catch (BadAdviceException e) {
            throw Usage.bad(spec, "--advice: " + e.getMessage());
        }
    }
}
