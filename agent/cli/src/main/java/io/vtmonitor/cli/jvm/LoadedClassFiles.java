package io.vtmonitor.cli.jvm;

import io.vtmonitor.agent.AgentState;
import io.vtmonitor.agent.ClassListing;
import io.vtmonitor.classfile.ClassPathWalk;
import io.vtmonitor.classfile.ClassesWithoutFile;
import io.vtmonitor.classfile.FurtherClasses;
import io.vtmonitor.common.FailureText;
import io.vtmonitor.recording.TemporaryFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The classes that a running JVM has loaded and that are missing on its class path. They are read from the files of
 * their code sources, or, without a file, from the JVM. The agent is loaded only if classes are missing, and leaves
 * nothing running.
 */
public final class LoadedClassFiles implements FurtherClasses {
    private static final int MOST_ASKED = 50_000;
    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final String PROXY = "$Proxy";
    private static final String OURS = "io.vtmonitor.";

    private final long pid;
    private final int feature;
    private final PrintWriter err;

    /** @param err where classes are listed whose bytes came from the JVM, and what is waited for */
    public LoadedClassFiles(long pid, int feature, PrintWriter err) {
        this.pid = pid;
        this.feature = feature;
        this.err = err;
    }

    @Override
    public void give(Collection<String> named, Predicate<String> read, ClassPathWalk.Taker taker) {
        Path folder = null;
        try (TargetJvm jvm = TargetJvm.attach(pid, err)) {
            List<String> missing = missing(jvm.command("VM.class_hierarchy"), read);
            if (missing.isEmpty()) {
                return;
            }
            folder = TemporaryFiles.folder("vt-monitor-scan");
            Files.write(folder.resolve(ClassesWithoutFile.WANTED), missing);
            AgentAnswer answer = AgentAnswer.toListing(ClassListing.ARGUMENT + folder, jvm);
            if (answer == null || !answer.is(AgentState.Word.LISTED)) {
                taker.unread("process " + pid + " has loaded " + missing.size() + " classes that its class path lacks: "
                        + (answer == null ? "it did not report where they are" : answer.sentence()));
                return;
            }
            give(folder, Integer.parseInt(answer.sentence()), taker);
        } catch (AttachRefusedException e) {
            taker.unread(unlisted(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            taker.unread(unlisted(FailureText.of(e)));
        } finally {
            TemporaryFiles.delete(folder);
        }
    }

    private String unlisted(String why) {
        return "the classes that process " + pid + " has loaded could not be listed: " + why;
    }

    private void give(Path folder, int without, ClassPathWalk.Taker taker) throws IOException {
        List<Path> sources = Files.readAllLines(folder.resolve(ClassesWithoutFile.SOURCES)).stream()
                .map(Path::of)
                .toList();
        List<String> captured = Files.readAllLines(folder.resolve(ClassesWithoutFile.CAPTURED));
        ClassPathWalk walk = new ClassPathWalk(feature, taker);
        walk.further(sources);
        if (!captured.isEmpty()) {
            walk.further(List.of(folder.resolve(ClassesWithoutFile.CLASSES)));
        }
        if (without > 0) {
            err.println("vt-monitor: process " + pid + " has loaded " + without
                    + (without == 1 ? " class" : " classes") + " without a file; the bytes of " + captured.size()
                    + " come from the JVM: " + String.join(", ", captured));
        }
        if (without > captured.size()) {
            taker.unread((without - captured.size()) + " classes without a file, which process " + pid
                    + " has loaded, are not read");
        }
    }

    /**
     * The names of classes that were loaded by another loader than the boot loader, and that were not read. The name of
     * a hidden class is followed by an address; such a class can't be requested, so it is left out.
     */
    static List<String> missing(String hierarchy, Predicate<String> read) {
        TreeSet<String> missing = new TreeSet<>();
        hierarchy.lines().forEach(line -> {
            String[] parts = line.replaceFirst("^[| -]+", "").split("[/ ]", -1);
            boolean loaded =
                    parts.length >= 2 && parts[1].startsWith("0x") && (parts.length == 2 || parts[2].equals("(intf)"));
            if (loaded && !isOthers(parts[0]) && !read.test(parts[0].replace('.', '/'))) {
                missing.add(parts[0]);
            }
        });
        return missing.stream().limit(MOST_ASKED).toList();
    }

    private static boolean isOthers(String name) {
        return name.startsWith(OURS) || (OF_JDK.stream().anyMatch(name::startsWith) && !name.contains(PROXY));
    }
}
