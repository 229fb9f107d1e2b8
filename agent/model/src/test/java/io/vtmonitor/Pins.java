package io.vtmonitor;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import java.util.List;
import java.util.stream.Stream;

/** Pins and findings for tests, made from few words. Times are in milliseconds. */
public final class Pins {
    private static final int SYNCHRONIZED = 0x20;

    private Pins() {}

    /** A frame from {@code a.B.method}; {@code synchronized a.B.method} and {@code native a.B.method} set modifiers. */
    public static Frame frame(String text) {
        String name = text.substring(text.lastIndexOf(' ') + 1);
        int dot = name.lastIndexOf('.');
        int modifiers = text.startsWith("synchronized ") ? SYNCHRONIZED : text.startsWith("native ") ? 0x100 : 0;
        return new Frame(name.substring(0, dot), name.substring(dot + 1), "()V", 0, 7, modifiers);
    }

    public static Stack stack(String... frames) {
        return new Stack(Stream.of(frames).map(Pins::frame).toList(), false);
    }

    public static Blocking pinned(String... frames) {
        return new Blocking(stack(frames), BlockingEvent.PINNED, true, null, null, null);
    }

    public static Pin pin(Blocking blocking, long startMillis, long millis) {
        return new Pin(blocking, startMillis * 1_000_000, millis * 1_000_000, 1, "", null);
    }

    public static Holder monitor(Frame frame) {
        return new Holder(frame, Hold.MONITOR, 1, "this", Confidence.EXACT, null);
    }

    /** A diagnosis whose culprit is the named method. */
    public static Diagnosis diagnosis(String culprit, boolean compensated) {
        Frame frame = frame(culprit);
        return new Diagnosis(
                pinned(culprit),
                new Site(List.of(new MethodName(frame.className(), frame.methodName())), Operation.SLEEP),
                List.of(monitor(frame)),
                compensated ? Reason.OBJECT_WAIT : Reason.MONITOR,
                compensated,
                frame.method(),
                advice("monitor"),
                Verdict.GONE_ON_24,
                List.of(),
                false);
    }

    /** General advice that removes nothing and leaves nothing. */
    public static Advice advice(String id) {
        return new Advice(
                id,
                AdviceKind.GENERAL,
                "It owns a monitor.",
                new Action.Worded("Use a lock."),
                List.of(),
                List.of(),
                null,
                Confidence.EXACT,
                null,
                null,
                List.of());
    }

    public static DiagnosedPin finding(Diagnosis diagnosis, long startMillis, long millis) {
        return new DiagnosedPin(pin(diagnosis.blocking(), startMillis, millis), diagnosis);
    }
}
