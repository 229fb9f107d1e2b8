package io.vtmonitor.cli.jvm;

import com.sun.tools.attach.VirtualMachine;
import io.vtmonitor.common.Printable;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The JVMs on this machine that this user can list, without this one and the tools of the JDK. */
public final class RunningJvms {
    static final String UNLISTED =
            "JVMs of other users, in containers, or started with -XX:-UsePerfData are not listed;"
                    + " those on this machine can still be named by PID.";

    private final List<RunningJvm> jvms;

    RunningJvms(List<RunningJvm> jvms) {
        this.jvms = jvms;
    }

    /** All that run now. */
    public static RunningJvms now() throws AttachRefusedException {
        requireAttach();
        long own = ProcessHandle.current().pid();
        return new RunningJvms(VirtualMachine.list().stream()
                .filter(jvm -> jvm.id().matches("\\d{1,18}") && Long.parseLong(jvm.id()) != own)
                .filter(jvm -> !RunningJvm.isTool(jvm.displayName()))
                .map(jvm -> RunningJvm.of(Long.parseLong(jvm.id()), jvm.displayName()))
                .sorted(Comparator.comparingLong(RunningJvm::pid))
                .toList());
    }

    /** Throws if this Java can't attach. Must be called before any class of that module is used. */
    public static void requireAttach() throws AttachRefusedException {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw new AttachRefusedException(
                    "this Java (" + System.getProperty("java.home") + ") has no module jdk.attach,"
                            + " which is needed to contact other JVMs; run this with a JDK, or add the module to the"
                            + " image");
        }
    }

    public List<RunningJvm> all() {
        return jvms;
    }

    /**
     * The process that the user means.
     *
     * @param named a process id, or a part of a program's name
     */
    public long pid(String named) throws AttachRefusedException {
        if (named.matches("\\d{1,18}")) {
            return Long.parseLong(named);
        }
        String part = named.toLowerCase(Locale.ROOT);
        return only(
                jvms.stream()
                        .filter(jvm -> jvm.program().toLowerCase(Locale.ROOT).contains(part))
                        .toList(),
                "no JVM's program has '" + Printable.echo(named) + "' in its name",
                "more than one JVM's program has '" + Printable.echo(named)
                        + "' in its name; repeat the command with the pid of one");
    }

    /** The process, if there is only one that can have virtual threads. */
    public long onlyCandidate() throws AttachRefusedException {
        return only(
                jvms.stream().filter(RunningJvm::isRecentEnough).toList(),
                "no JVM of Java 21 or later was found",
                "there is more than one JVM; repeat the command with the pid of one");
    }

    private long only(List<RunningJvm> found, String none, String several) throws AttachRefusedException {
        if (found.size() == 1) {
            return found.get(0).pid();
        }
        throw new AttachRefusedException(found.isEmpty() ? none + ".\n" + table(jvms) : several + ".\n" + table(found));
    }

    public static String table(List<RunningJvm> jvms) {
        return jvms.isEmpty()
                ? UNLISTED
                : RunningJvm.HEADING + "\n"
                        + jvms.stream().map(RunningJvm::line).collect(Collectors.joining("\n")) + "\n" + UNLISTED;
    }
}
