package io.vtmonitor.cli;

import io.vtmonitor.advice.BadAdviceException;
import io.vtmonitor.advice.KnowledgeBase;
import io.vtmonitor.culprit.ClassPathBytes;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where holders and advice are looked up: the options that all commands that read recordings share. */
final class Lookup {
    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description =
                    "What the application ran with, separated by '${sys:path.separator}': jars (Spring Boot's, too), "
                            + "folders of classes, the JDK's home. Names holders exactly on JDK 21 to 23.")
    private String classPath = "";

    @Option(
            names = "--advice",
            paramLabel = "FILE",
            description = "Add advice for libraries from this file (docs/advice.md).")
    private @Nullable Path advice;

    /** The class path; to be closed. */
    ClassPathBytes classes(CommandSpec spec) {
        List<Path> elements = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (!element.isEmpty()) {
                elements.add(Path.of(element));
            }
        }
        try {
            return new ClassPathBytes(elements);
        } catch (IllegalArgumentException bad) {
            throw Usage.bad(spec, "--classpath: " + bad.getMessage());
        }
    }

    KnowledgeBase knowledge(CommandSpec spec) {
        try {
            return advice == null ? new KnowledgeBase() : KnowledgeBase.with(advice);
        } catch (BadAdviceException bad) {
            throw Usage.bad(spec, "--advice: " + bad.getMessage());
        }
    }
}
