package io.vtmonitor.tally;

import static io.vtmonitor.Times.nanos;

import io.vtmonitor.Pins;
import io.vtmonitor.common.CarrierPool;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.DiagnosedPin;
import io.vtmonitor.model.Diagnosis;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Pin;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Site;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.BusyFigures;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.groups.Tuple;

/**
 * Pins of one JVM, drawn at random so that whatever can differ does: stacks that differ in what no report shows, sites
 * of which several accounts can be given, initializers in another JVM's stacks, a span of milliseconds or of hours.
 */
final class RandomPins {
    static final String TOOL = "vt-monitor test";

    private final Jvm jvm;
    private final String file;
    private final List<Limit> limits;
    private final List<BusyFigures> busy;
    private final List<DiagnosedPin> findings = new ArrayList<>();

    RandomPins(Random random) {
        long begin = 1_700_000_000_000_000_000L + random.nextInt(1_000_000_000) * 1_000_000L + random.nextInt(999_999);
        long span = random.nextBoolean() ? 3_000_000_000L : 30_000_000_000_000L;
        jvm = new Jvm(
                random.nextBoolean() ? "21.0.8" : "25.0.1",
                Instant.ofEpochSecond(0, begin),
                span,
                1 + random.nextInt(4),
                "property",
                nanos(0.001),
                random.nextBoolean() ? nanos(0.02) : null);
        file = random.nextInt(100) + ".jfr";
        limits = List.of(
                Limit.of(LimitKind.OTHER, "limit " + random.nextInt(3)), Limit.of(LimitKind.OTHER, "limit of all"));
        busy = List.of(
                new BusyFigures("a.B.read", "file_read", random.nextBoolean(), 3, nanos(0.123456789), nanos(0.1)));
        int pins = random.nextInt(300);
        for (int i = 0; i < pins; i++) {
            Diagnosis diagnosis = diagnosis(random);
            // Few different lengths, so that some pins are the longest together.
            long length = (1 + random.nextInt(8)) * (random.nextInt(4) == 0 ? span / 64 : 1_234_567L);
            findings.add(new DiagnosedPin(
                    new Pin(
                            diagnosis.blocking(),
                            begin + (long) (random.nextDouble() * span),
                            length,
                            random.nextInt(3),
                            random.nextBoolean() ? "" : "worker-" + random.nextInt(4),
                            random.nextInt(4) == 0 ? "owner-" + random.nextInt(4) : null),
                    diagnosis));
        }
    }

    private static Diagnosis diagnosis(Random random) {
        String holder =
                List.of("a.B.read", "a.C.run", "a.Slow.<clinit>", "c.D.load").get(random.nextInt(4));
        List<Frame> frames = new ArrayList<>(List.of(frame("java.lang.Thread.sleep", random)));
        Frame held = frame(holder, random);
        frames.add(held);
        for (int i = random.nextInt(3); i > 0; i--) {
            frames.add(frame(
                    List.of("a.App.main", "org.springframework.X.y", "java.lang.Thread.run")
                            .get(random.nextInt(3)),
                    random));
        }
        boolean waited = random.nextInt(5) == 0;
        boolean compensated = random.nextInt(5) == 0;
        Blocking blocking = new Blocking(
                new Stack(frames, random.nextInt(8) == 0),
                BlockingEvent.PINNED,
                true,
                null,
                waited ? "Waited for initialization of a.Slow by another thread" : null,
                random.nextInt(3) == 0 ? "a.Monitor" + random.nextInt(2) : null);
        return new Diagnosis(
                blocking,
                new Site(List.of(held.method()), random.nextBoolean() ? Operation.SLEEP : Operation.SOCKET_READ),
                random.nextInt(200) == 0
                        ? List.of()
                        : List.of(new Holder(
                                held,
                                random.nextInt(5) == 0 ? Hold.CLASS_INIT : Hold.MONITOR,
                                1 + random.nextInt(2),
                                random.nextBoolean() ? "this" : null,
                                Confidence.values()[random.nextInt(8) % 5 % 3],
                                random.nextBoolean() ? new Library("lib", "" + random.nextInt(2)) : null)),
                compensated ? Reason.OBJECT_WAIT : Reason.MONITOR,
                compensated,
                entry(frames),
                Pins.advice("advice" + random.nextInt(2)),
                random.nextInt(20) > 0 ? Verdict.GONE_ON_24 : Verdict.values()[random.nextInt(4)],
                random.nextInt(5) == 0 ? List.of("a.Unread" + random.nextInt(30)) : List.of(),
                false);
    }

    private static MethodName entry(List<Frame> frames) {
        int entry = JdkNames.entry(frames.size(), i -> frames.get(i).className());
        return frames.get(entry).method();
    }

    private static Frame frame(String text, Random random) {
        int dot = text.indexOf(".<") > 0 ? text.indexOf(".<") : text.lastIndexOf('.');
        return new Frame(
                text.substring(0, dot), text.substring(dot + 1), "()V", random.nextInt(2), random.nextInt(3), 0);
    }

    /** The report of all of them, read one after the other. */
    static Report together(List<RandomPins> jvms) {
        return together(jvms, Aggregation.ofRecordings(), "recording");
    }

    Report live() {
        return together(List.of(this), Aggregation.live(), "live");
    }

    private static Report together(List<RandomPins> jvms, Aggregation aggregation, String kind) {
        List<Limit> limits = new ArrayList<>();
        List<BusyFigures> carrierBusy = new ArrayList<>();
        for (RandomPins pins : jvms) {
            pins.findings.forEach(aggregation.jvm(CarrierPool.of(pins.jvm.parallelism()))::accept);
            pins.limits.stream().filter(limit -> !limits.contains(limit)).forEach(limits::add);
            carrierBusy.addAll(pins.busy);
        }
        return aggregation.report(
                new Source(
                        kind,
                        TOOL,
                        kind.equals("live")
                                ? List.of()
                                : jvms.stream().map(pins -> pins.file).toList()),
                jvms.stream().map(pins -> pins.jvm).toList(),
                limits,
                carrierBusy);
    }

    static List<Tuple> countedBySite(List<RandomPins> jvms) {
        return counted(jvms, diagnosed -> diagnosed.diagnosis().site().id()).entrySet().stream()
                .map(entry -> Tuple.tuple(
                        entry.getKey(),
                        entry.getValue().pins(),
                        entry.getValue().nanos(),
                        entry.getValue().maxNanos()))
                .toList();
    }

    static List<Tuple> countedByStack(List<RandomPins> jvms) {
        Map<String, Tally> counted = counted(jvms, diagnosed -> {
            Stack stack = diagnosed.pin().blocking().stack();
            return diagnosed.diagnosis().site().id() + "|"
                    + stack.frames().stream().map(Frame::toString).toList() + " " + stack.truncated();
        });
        return counted.entrySet().stream()
                .map(entry -> Tuple.tuple(
                        entry.getKey().substring(entry.getKey().indexOf('|') + 1),
                        entry.getValue().pins(),
                        entry.getValue().nanos()))
                .toList();
    }

    private static Map<String, Tally> counted(List<RandomPins> jvms, Function<DiagnosedPin, String> key) {
        Map<String, Tally> counted = new TreeMap<>();
        for (RandomPins pins : jvms) {
            for (DiagnosedPin diagnosed : pins.findings) {
                counted.computeIfAbsent(key.apply(diagnosed), fresh -> new Tally())
                        .add(diagnosed.pin().durationNanos());
            }
        }
        return counted;
    }
}
