package io.vtmonitor.applications;

import java.io.IOException;
import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what is said of one stack with what its event and the class files show. */
final class StackJudge {
    private static final int FIRST_WITH_FREE_MONITORS = 24;
    private static final Set<Opcode> INITIALIZE =
            Set.of(Opcode.NEW, Opcode.GETSTATIC, Opcode.PUTSTATIC, Opcode.INVOKESTATIC);

    private final ClassReading classes;
    private final int jdk;

    StackJudge(ClassReading classes, int jdk) {
        this.classes = classes;
        this.jdk = jdk;
    }

    /**
     * A holder as the report names it in a stack.
     *
     * @param frame its place
     * @param hold by what
     * @param monitors how many
     */
    record Told(int frame, String hold, int monitors) {}

    /** How what was said compares with what was read. */
    enum Answer {
        TRUE,
        UNSURE,
        FALSE
    }

    /**
     * An answer.
     *
     * @param why empty where it is true
     */
    record Judged(Answer answer, String why) {
        static final Judged TRUE = new Judged(Answer.TRUE, "");

        static Judged of(boolean right, String why) {
            return right ? TRUE : new Judged(Answer.FALSE, why);
        }

        static Judged unsure(String why) {
            return new Judged(Answer.UNSURE, why);
        }

        Judged and(Judged other) {
            return other.answer().compareTo(answer) > 0 ? other : this;
        }
    }

    /** What is said of the holders of a stack, and whether any is missing. */
    Judged judge(Recorded pin, List<Told> told) throws IOException {
        Judged all = Judged.TRUE;
        for (Told holder : told) {
            all = all.and(judge(pin, holder));
        }
        return all.and(missing(pin, told));
    }

    private Judged judge(Recorded pin, Told told) throws IOException {
        Recorded.Frame frame = pin.frames().get(told.frame());
        ClassReading.At at = classes.at(frame);
        String what = frame.text() + " by " + told.hold() + ": ";
        return switch (told.hold()) {
            case "native" -> Judged.of(frame.isNative(), what + "it is no native method");
            case "class_init" -> Judged.of(frame.methodName().equals("<clinit>"), what + "it is no initializer");
            case "class_init_wait" -> classWait(pin, frame, at, what);
            case "class_load" -> classLoad(pin, told.frame(), what);
            case "critical_section" ->
                pin.reason() == null
                        ? Judged.unsure(what + "this event has no reason")
                        : Judged.of(pin.reason().contains("(2)"), what + pin.reason());
            case "upcall" ->
                pin.reason() == null
                        ? Judged.unsure(what + "this event has no reason")
                        : Judged.of(pin.reason().startsWith("Native"), what + pin.reason());
            case "object_wait" ->
                Judged.of(
                        pin.event().equals("jdk.JavaMonitorWait") && !"[I".equals(pin.monitorClass()),
                        what + pin.event() + " of " + pin.monitorClass());
            case "monitor_enter" -> entered(pin, frame, at, what);
            case "monitor" -> owned(told, at, what);
            default -> Judged.unsure(what + "nothing to compare");
        };
    }

    private static Judged entered(Recorded pin, Recorded.Frame frame, ClassReading.@Nullable At at, String what) {
        if (!pin.event().equals("jdk.JavaMonitorEnter") && (pin.reason() == null)) {
            return new Judged(Answer.FALSE, what + pin.event());
        }
        return at == null
                ? Judged.unsure(what + "no class file")
                : Judged.of(enters(at) || (at.flag() && frame.bytecodeIndex() <= 0), what + "at " + at.opcode());
    }

    private static boolean enters(ClassReading.At at) {
        return at.opcode() == Opcode.MONITORENTER || at.before() == Opcode.MONITORENTER;
    }

    private static Judged owned(Told told, ClassReading.@Nullable At at, String what) {
        if (at == null) {
            return Judged.unsure(what + "no class file");
        }
        if (at.owned() == 0) {
            return new Judged(Answer.FALSE, what + "no block there owns a monitor");
        }
        return told.monitors() == at.owned() || told.monitors() == 0
                ? Judged.TRUE
                : Judged.unsure(what + told.monitors() + " monitors, " + at.owned() + " were read");
    }

    private static Judged classWait(Recorded pin, Recorded.Frame frame, ClassReading.@Nullable At at, String what) {
        boolean waits = pin.reason() == null
                ? "[I".equals(pin.monitorClass())
                : pin.reason().startsWith("Waited for initialization of ");
        if (!waits) {
            return new Judged(Answer.FALSE, what + pin.event() + " " + pin.monitorClass() + " " + pin.reason());
        }
        if (frame.isNative() || (at != null && INITIALIZE.contains(at.opcode()))) {
            return Judged.TRUE;
        }
        return Judged.unsure(what + (at == null ? "no class file" : "at " + at.opcode()));
    }

    /** The JVM calls a loader where the caller's instruction does not. */
    private Judged classLoad(Recorded pin, int place, String what) throws IOException {
        Recorded.Frame frame = pin.frames().get(place);
        if (!frame.methodName().startsWith("loadClass")) {
            return Judged.unsure(what + "it is no loader");
        }
        // A loader that the JVM has called may call itself, or others.
        int outermost = place;
        while (outermost + 1 < pin.frames().size()
                && pin.frames().get(outermost + 1).methodName().startsWith("loadClass")) {
            outermost++;
        }
        if (outermost + 1 == pin.frames().size()) {
            return Judged.unsure(what + "no caller");
        }
        Recorded.Frame caller = pin.frames().get(outermost + 1);
        ClassReading.At at = classes.at(caller);
        if (caller.isNative()) {
            return Judged.TRUE;
        }
        return at == null
                ? Judged.unsure(what + "no class file of its caller")
                : Judged.of(at.calls() == null || !at.calls().startsWith("loadClass"), what + "its caller calls it");
    }

    /** Every frame that owns a monitor, runs native code or an initializer keeps the carrier. */
    private Judged missing(Recorded pin, List<Told> told) throws IOException {
        List<String> named = new ArrayList<>();
        told.forEach(holder -> named.add(name(pin.frames().get(holder.frame()))));
        Judged all = Judged.TRUE;
        boolean blocked = false;
        boolean calledByVm = false;
        for (Recorded.Frame frame : pin.frames()) {
            boolean machinery = isMachinery(frame);
            boolean first = !blocked && !machinery;
            boolean ofThat = calledByVm && frame.isNative();
            blocked |= first;
            calledByVm =
                    frame.methodName().equals("<clinit>") || frame.methodName().startsWith("loadClass");
            // A native method for which the JVM loads or initializes a class is one hold with the loader or
            // initializer.
            if (machinery || ofThat || named.contains(name(frame))) {
                continue;
            }
            if (frame.methodName().equals("<clinit>") || frame.isNative()) {
                all = all.and(new Judged(Answer.FALSE, frame.text() + " holds, and is not named"));
            } else if (jdk < FIRST_WITH_FREE_MONITORS) {
                all = all.and(missing(pin, frame, first));
            }
        }
        return all;
    }

    private Judged missing(Recorded pin, Recorded.Frame frame, boolean first) throws IOException {
        ClassReading.At at = classes.at(frame);
        if (at == null || at.owned() == 0) {
            return Judged.TRUE;
        }
        String why = frame.text() + " owns a monitor, and is not named";
        boolean mayBeGivenBack = pin.event().equals("jdk.JavaMonitorWait")
                || (first && enters(at))
                || (first && frame.bytecodeIndex() <= 0);
        return mayBeGivenBack ? Judged.unsure(why) : new Judged(Answer.FALSE, why);
    }

    private static boolean isMachinery(Recorded.Frame frame) {
        String name = frame.className();
        return name.equals("java.lang.VirtualThread")
                || name.startsWith("jdk.internal.vm.Continuation")
                || name.equals("java.lang.System$2")
                || name.equals("jdk.internal.misc.Unsafe")
                || name.equals("java.util.concurrent.locks.LockSupport")
                || (name.equals("java.lang.Object") && frame.methodName().startsWith("wait"));
    }

    private static String name(Recorded.Frame frame) {
        return frame.className() + "." + frame.methodName();
    }
}
