package io.vtmonitor.scan;

import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.UnpinPlanner;
import io.vtmonitor.model.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A finding, and what is to be said of it.
 *
 * @param finding what was found
 * @param advice what removes it
 * @param verdict what a newer JDK does to it
 * @param affected whether the library's release is known to do it
 * @param cured whether the library's release is known not to do it any more: such a finding is a guess, or news
 * @param named whether what is known is known of the holder's very class, so that no guess is needed
 * @param score how important it is; less is more
 */
public record Assessment(
        ScanFinding finding,
        Advice advice,
        Verdict verdict,
        boolean affected,
        boolean cured,
        boolean named,
        int score) {
    private static final int ACC_SYNCHRONIZED = 0x0020;

    private static final Comparator<Assessment> ORDER = Comparator.comparingInt(Assessment::score)
            .thenComparingInt(each -> each.finding().reach().fromEntry())
            .thenComparing(each -> each.finding().holding().holder().toString())
            .thenComparing(each -> each.finding().holding().hold())
            .thenComparing(each -> each.finding().holding().library().toString());

    /** Whether its path needs no call that several methods fit, or it is known that the path is taken. */
    public boolean isCertain() {
        return named || finding.certainty() != Certainty.MANY_TARGETS;
    }

    /** The same with another importance. */
    public Assessment withScore(int other) {
        return new Assessment(finding, advice, verdict, affected, cured, named, other);
    }

    /** What is known of libraries; {@code advice} knows. */
    public interface Knowledge {
        /** What to do about a blocking, given its holders and the reason. */
        Advice advise(Blocking blocking, List<Holder> holders, Reason reason, boolean application);

        /** Whether the holder's release is known to hold, or not to; null if nothing is known. */
        @Nullable
        Boolean affects(Holder holder, Blocking blocking);

        /** Whether what is known is known of the holder's very class, and not of its library alone. */
        boolean names(Holder holder, Blocking blocking);
    }

    /** Assesses findings, the most important first; the same order for the same findings. */
    public static List<Assessment> of(List<ScanFinding> findings, boolean monitorsPin, Knowledge knowledge) {
        List<Assessment> all = new ArrayList<>();
        for (ScanFinding finding : findings) {
            all.add(of(finding, monitorsPin, knowledge));
        }
        all.sort(ORDER);
        return all;
    }

    /**
     * The same with monitors under which classes are called that were not read, as far as their class is known to wait
     * there.
     */
    public static List<Assessment> of(ScanResult result, boolean monitorsPin, Knowledge knowledge) {
        List<Assessment> all = of(result.findings(), monitorsPin, knowledge);
        Set<MethodName> holders = new HashSet<>();
        all.forEach(each -> holders.add(each.finding().holding().holder()));
        for (Assessment each : of(result.beyond(), monitorsPin, knowledge)) {
            if (each.named() && !holders.contains(each.finding().holding().holder())) {
                all.add(each);
            }
        }
        all.sort(ORDER);
        return all;
    }

    private static Assessment of(ScanFinding finding, boolean monitorsPin, Knowledge knowledge) {
        Holder holder = holder(finding, Confidence.LIKELY);
        Blocking blocking = blocking(finding, holder, monitorsPin);
        Boolean known = knowledge.affects(holder, blocking);
        boolean affected = Boolean.TRUE.equals(known);
        boolean cured = Boolean.FALSE.equals(known);
        boolean named = affected && !isOfJdk(finding) && staysIn(finding) && knowledge.names(holder, blocking);
        Advice advice = knowledge.advise(
                blocking,
                List.of(holder),
                finding.holding().hold().reason(),
                finding.holding().application());
        return new Assessment(
                finding,
                action(advice, finding, cured),
                verdict(finding.holding().hold()),
                affected,
                cured,
                named,
                Ranking.score(finding, affected, cured, named));
    }

    /** What is known of the JDK's classes is known of the functions that they run, not of their own code. */
    private static boolean isOfJdk(ScanFinding finding) {
        return finding.holding().library().name().equals(Program.JDK);
    }

    /** Whether the path stays in the holder's library, but for what the application passes to it. */
    private static boolean staysIn(ScanFinding finding) {
        return finding.path().stream()
                .allMatch(step -> step.application()
                        || step.library().equals(finding.holding().library()));
    }

    /** The knowledge base speaks of stacks that were recorded; nothing was recorded here. */
    private static Advice action(Advice advice, ScanFinding finding, boolean cured) {
        if (cured) {
            return advice.withAction(new Action.KnownToBeFree(finding.holding().library()));
        }
        return advice.kind() == AdviceKind.VICTIM
                ? advice.withAction(
                        new Action.NotKnownToWait(finding.holding().library().name()))
                : advice;
    }

    /**
     * The same with what the agent's {@code unpin} would do to it on a JDK where owning a monitor keeps the carrier.
     */
    public Assessment planned(UnpinPlanner unpin) {
        Holder holder = holder(finding, Confidence.EXACT); // what is not certain is whether the path is taken
        Advice offered = advice.withUnpin(unpin.offer(blocking(finding, holder, true), List.of(holder)));
        return new Assessment(finding, offered, verdict, affected, cured, named, score);
    }

    private static Holder holder(ScanFinding finding, Confidence confidence) {
        return new Holder(
                frame(finding),
                finding.holding().hold(),
                finding.holding().hold() == Hold.MONITOR ? 1 : 0,
                finding.holding().lock(),
                confidence,
                finding.holding().library());
    }

    private static Blocking blocking(ScanFinding finding, Holder holder, boolean monitorsPin) {
        Stack stack = new Stack(frames(finding, holder.frame()), false);
        return new Blocking(stack, BlockingEvent.PINNED, monitorsPin, null, null, null);
    }

    private static Frame frame(ScanFinding finding) {
        return new Frame(
                finding.holding().holder().className(),
                finding.holding().holder().methodName(),
                finding.holding().descriptor(),
                -1,
                0,
                finding.holding().modifiers());
    }

    /** The stack that a thread would have, as far as the path shows: topmost frame first. */
    private static List<Frame> frames(ScanFinding finding, Frame holder) {
        List<Frame> frames = new ArrayList<>();
        frames.add(new Frame(finding.sink().className(), finding.sink().methodName(), "()V", -1, 0, 0));
        for (int i = finding.path().size() - 1; i >= 0; i--) {
            ScanFinding.Step step = finding.path().get(i);
            if (i == 0) {
                frames.add(holder);
            }
            if (i > 0 || !step.method().equals(finding.holding().holder())) {
                frames.add(new Frame(
                        step.method().className(),
                        step.method().methodName(),
                        step.descriptor(),
                        -1,
                        step.line(),
                        step.modifiers() & ~ACC_SYNCHRONIZED));
            }
        }
        return frames;
    }

    private static Verdict verdict(Hold hold) {
        boolean monitor = hold == Hold.MONITOR || hold == Hold.OBJECT_WAIT;
        return monitor ? Verdict.GONE_ON_24 : Verdict.STAYS;
    }
}
