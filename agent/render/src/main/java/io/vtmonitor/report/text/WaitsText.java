package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.WaitFacts.Abandoned;
import io.vtmonitor.report.WaitFacts.Convoy;
import io.vtmonitor.report.WaitFacts.Step;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.WaitVerdictKind;
import io.vtmonitor.report.Waits;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.text.LeadText.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What virtual threads waited for, pinned or not, in words: the verdicts, then the places where most of them waited.
 */
public final class WaitsText {
    private static final int LISTED_VERDICTS = 5;
    private static final int LISTED_GROUPS = 5;

    /** Without verdicts, a few groups show what happens. */
    private static final int LISTED_OF_CALM = 3;

    /** Without pins, there is room for more groups. */
    private static final int LISTED_WITHOUT_PINS = 8;

    private static final int MOST_ROWS = 100;

    private WaitsText() {}

    /** A verdict on one line. */
    public static String line(WaitVerdict verdict) {
        return verdict.kind().title() + sure(verdict) + ": " + VerdictText.evidence(verdict) + " "
                + VerdictText.cure(verdict.facts());
    }

    /**
     * The line after the first looks if they found nothing.
     *
     * @param threads the number of virtual threads at the last of these looks
     */
    public static String calm(int threads) {
        return "The first looks at " + Plural.of(threads, "virtual thread")
                + " found none that wait for each other. Other verdicts take longer: the watch continues.";
    }

    /**
     * The summary of dumps without a verdict. It does not say that nothing is wrong: most dumps hide too much for that.
     */
    static String calmDumps(Waits waits) {
        String found = "No verdict" + (waits.looks() > 1 ? " in " + waits.looks() + " dumps" : "") + ": ";
        if (waits.most() == 0) {
            return found + "no virtual thread"
                    + (hides(waits, LimitKind.DUMP_DAMAGED) ? " in what can be read of it" : "")
                    + (hides(waits, LimitKind.DUMPS_OF_MOUNTED_THREADS)
                            ? " has a carrier; no others are listed."
                            : ".");
        }
        WaitGroup largest = null;
        int most = 0;
        for (WaitGroup group : waits.groups()) {
            int here = waiting(waits, group);
            if (here > most) {
                most = here;
                largest = group;
            }
        }
        String threads = (waits.looks() > 1 ? "at most " : "") + Plural.of(waits.most(), "virtual thread");
        if (largest == null) {
            boolean hidden = hides(waits, LimitKind.DUMPS_WITHOUT_MOUNTED_STACKS);
            return found + threads + (hidden ? "; what they do is not shown." : ", none of which waits.");
        }
        return found + threads + ", " + (largest.count().margin() > 0 ? "about " : "")
                + most
                + " of which" + does(largest, most, thing(largest))
                + (isKnown(largest)
                        ? " in " + HeadlineText.shortly(largest.place().site())
                        : "") + ".";
    }

    private static boolean hides(Waits waits, LimitKind kind) {
        return waits.limits().stream().anyMatch(limit -> limit.kind() == kind);
    }

    /** How many threads wait where the group's threads do, and in the same operation; 0 for threads that could run. */
    private static int waiting(Waits waits, WaitGroup group) {
        WaitOperation operation = group.place().operation();
        if (operation == WaitOperation.RUNNING || operation == WaitOperation.READY) {
            return 0;
        }
        int all = 0;
        for (WaitGroup other : waits.groups()) {
            if (other.place().operation() == operation
                    && Objects.equals(other.place().site(), group.place().site())) {
                all += other.count().most();
            }
        }
        return Math.min(all, waits.most()); // of several dumps, each has its own largest count
    }

    /**
     * The waits for the HTML page.
     *
     * @param looks the number of looks or of dumps
     * @param most the largest number of virtual threads at a look
     * @param verdicts worst first
     * @param pools what each pool has lent, and to which threads, in one or more sentences
     * @param rows where threads waited, most threads first
     * @param moreRows how many more places only the JSON report has
     * @param facts what virtual threads keep in the heap, and how often they are mounted, a sentence each
     */
    public record Table(
            long looks,
            long most,
            List<Line> verdicts,
            List<String> pools,
            List<Row> rows,
            int moreRows,
            List<String> facts) {}

    /**
     * A verdict or a stall, in the words of the report.
     *
     * @param title its kind and confidence
     * @param when from when to when
     * @param evidence what was seen
     * @param cure what to do
     * @param severity how urgent it is
     * @param headline the evidence in one line
     * @param chain which thread waits for which, with stacks; empty if the evidence has all of that
     */
    public record Line(
            String title,
            String when,
            String evidence,
            String cure,
            Severity severity,
            String headline,
            List<Step> chain) {
        static Line of(WaitVerdict verdict, Waits waits) {
            List<Step> chain = new ArrayList<>(ChainText.of(verdict.facts()));
            if (!chain.isEmpty() && verdict.kind() != WaitVerdictKind.DEADLOCK) {
                waits.groups().stream()
                        .filter(group -> group.place().site().equals(verdict.site()) && group.holder() != null)
                        .findFirst()
                        .ifPresent(group -> chain.add(0, waiters(group, verdict)));
            }
            return new Line(
                    verdict.kind().title() + " (" + verdict.confidence() + ")",
                    WaitsText.when(verdict),
                    VerdictText.evidence(verdict),
                    VerdictText.cure(verdict.facts()),
                    severity(verdict.kind()),
                    HeadlineText.of(verdict),
                    chain);
        }

        /** The whole finding with its stacks, for whoever changes the code. */
        String asText() {
            StringBuilder text = new StringBuilder(headline)
                    .append('\n')
                    .append(title)
                    .append(", ")
                    .append(when)
                    .append('\n');
            for (Step step : chain) {
                text.append('\n').append(step.text()).append('\n');
                step.frames()
                        .forEach(frame -> text.append("    at ").append(frame).append('\n'));
            }
            return text.append('\n')
                    .append(evidence)
                    .append("\n\n")
                    .append(cure)
                    .append('\n')
                    .toString();
        }

        private static Step waiters(WaitGroup group, WaitVerdict verdict) {
            int threads = waiting(verdict);
            return new Step(
                    Plural.of(threads, "thread") + (threads == 1 ? " waits" : " wait") + " for " + what(group) + " in "
                            + group.place().site(),
                    group.frames());
        }

        /** How many threads wait, as the evidence says; the verdict has the largest number at any look. */
        private static int waiting(WaitVerdict verdict) {
            return verdict.facts() instanceof Convoy convoy
                    ? convoy.waiting().threads()
                    : verdict.facts() instanceof Abandoned abandoned
                            ? abandoned.waiting().threads()
                            : verdict.threads();
        }

        private static Severity severity(WaitVerdictKind kind) {
            return switch (kind) {
                case DEADLOCK, LOST_CARRIER, STUCK -> Severity.CRITICAL;
                case POOL_EXHAUSTED, LOCK_CONVOY, CARRIER_HOG, BACKLOG, WAKE_STORM -> Severity.HIGH;
                case GROWING, THREAD_LOCALS -> Severity.MODERATE;
            };
        }
    }

    /**
     * A place where threads waited.
     *
     * @param threads their number at the last look
     * @param about whether numbers are estimates
     * @param most the largest number at a look
     * @param waitsFor what they waited for
     * @param site the method in which they waited
     * @param caller the method that called it; empty if not known
     * @param holder how often threads get a turn, and which thread holds what they wait for; empty if not known
     */
    public record Row(
            int threads, boolean about, int most, String waitsFor, String site, String caller, String holder) {}

    /** The table; null if there were no looks or dumps. */
    public static @Nullable Table table(Waits waits) {
        if (waits.none()) {
            return null;
        }
        List<Row> rows = new ArrayList<>();
        for (WaitGroup group :
                waits.groups().subList(0, Math.min(MOST_ROWS, waits.groups().size()))) {
            rows.add(new Row(
                    group.count().threads(),
                    group.count().margin() > 0,
                    group.count().most(),
                    what(group),
                    isKnown(group)
                            ? group.place().site()
                                    + (group.place().library() == null
                                            ? ""
                                            : " (" + group.place().library() + ")")
                            : "no stack",
                    group.place().caller() == null ? "" : group.place().caller(),
                    (TurnsText.of(group) + holder(group)).replaceFirst("^; ", "")));
        }
        return new Table(
                waits.looks(),
                waits.most(),
                waits.verdicts().stream()
                        .map(verdict -> Line.of(verdict, waits))
                        .toList(),
                waits.resources().stream()
                        .map(pool -> (ResourceText.line(pool) + ". " + ResourceText.details(pool)).strip())
                        .toList(),
                rows,
                waits.groups().size() - rows.size(),
                facts(waits));
    }

    private static List<String> facts(Waits waits) {
        List<String> facts = new ArrayList<>(MemoryText.lines(waits.memory()));
        String mounts = CarrierText.mounts(waits.mounts());
        if (mounts != null) {
            facts.add(mounts);
        }
        return facts;
    }

    static String sure(WaitVerdict verdict) {
        return verdict.confidence() == Confidence.EXACT ? "" : " (" + verdict.confidence() + ")";
    }

    private static String when(WaitVerdict verdict) {
        return "from " + HeadText.toMillis(verdict.begin())
                + (verdict.over() ? " to " + HeadText.toMillis(verdict.end()) : " on");
    }

    /** The verdicts for the top of the report: which thread waits for which, and what to do. */
    static void verdicts(TextWriter page, Report report) {
        Waits waits = report.waits();
        if (waits.verdicts().isEmpty()) {
            return; // so that most reports load fewer classes
        }
        for (WaitVerdict verdict : waits.verdicts()
                .subList(0, Math.min(LISTED_VERDICTS, waits.verdicts().size()))) {
            page.line(
                    "%s%s %s: %s",
                    TextWriter.red(verdict.kind().title()),
                    sure(verdict),
                    when(verdict),
                    VerdictText.evidence(verdict));
        }
        int more = waits.verdicts().size() - LISTED_VERDICTS;
        if (more > 0) {
            page.line("%d more %s in the JSON report", more, more == 1 ? "verdict is" : "verdicts are");
        }
    }

    static void write(TextWriter page, Report report) {
        Waits waits = report.waits();
        if (waits.groups().isEmpty()) {
            limits(page, waits);
            ResourceText.write(page, waits);
            return;
        }
        page.blank();
        page.line(
                "%s%s",
                TextWriter.bold("What virtual threads wait for"),
                ", pinned or not: " + Plural.of(waits.looks(), "look")
                        + (waits.looks() == 1 || waits.nanos() == 0 ? "" : " over " + Durations.text(waits.nanos()))
                        + ", at most "
                        + Plural.of(waits.most(), "virtual thread"));
        int most = report.totals().pins() == 0
                ? LISTED_WITHOUT_PINS
                : waits.verdicts().isEmpty() ? LISTED_OF_CALM : LISTED_GROUPS;
        int listed = 0;
        for (WaitGroup group : waits.groups()) {
            if (listed < most && group.place().operation() != WaitOperation.RUNNING) {
                listed++;
                page.row("  ", "%s", group(group, waits));
            }
        }
        long more = waits.groups().stream()
                        .filter(group -> group.place().operation() != WaitOperation.RUNNING)
                        .count()
                - listed;
        if (more > 0) {
            page.line("  %s in the JSON report", more == 1 ? "1 more place is" : more + " more places are");
        }
        if (waits.memory() != null || waits.mounts() != null) {
            facts(waits).forEach(line -> page.row("  ", "%s", line));
        }
        limits(page, waits);
        ResourceText.write(page, waits);
    }

    private static void limits(TextWriter page, Waits waits) {
        if (waits.limits().isEmpty()) {
            return; // so that most reports load fewer classes
        }
        for (String limit : LimitText.sentences(waits.limits())) {
            page.line("Blind spot: %s", limit);
        }
    }

    private static String group(WaitGroup group, Waits waits) {
        StringBuilder text = new StringBuilder();
        text.append(count(group))
                .append(does(group, group.count().threads(), what(group)))
                .append(isKnown(group) ? " in " + group.place().site() : withoutStack(group, waits));
        if (group.place().library() != null) {
            text.append(" (").append(group.place().library()).append(')');
        }
        if (group.place().caller() != null
                && !group.place().caller().equals(group.place().site())) {
            text.append(", called by ").append(group.place().caller());
        }
        if (group.place().entry() != null
                && !group.place().entry().equals(group.place().site())
                && !group.place().entry().equals(group.place().caller())) {
            text.append(", entry ").append(group.place().entry());
        }
        String turns = TurnsText.of(group);
        boolean several = turns.isEmpty()
                && group.count().mostOnOne() < group.count().threads()
                && group.place().operation() != WaitOperation.SUBTASKS;
        String holder = holder(group);
        return text.append(turns)
                .append(
                        several && !holder.isEmpty()
                                ? (group.count().margin() > 0 ? "; about " : "; at most ")
                                        + group.count().mostOnOne() + " of them for the same one, "
                                        + holder.substring(2)
                                : holder)
                .toString();
    }

    /**
     * How many threads, and the most at any look. For an estimate, the interval that has the true number in 95 % of
     * samples.
     */
    private static String count(WaitGroup group) {
        int margin = group.count().margin();
        if (margin == 0) {
            return group.count().threads() + " (at most " + group.count().most() + ")";
        }
        int threads = group.count().threads();
        return "about " + threads + " (" + Math.max(0, threads - margin) + " to " + (threads + margin)
                + (group.count().most() > threads + margin
                        ? ", once about " + group.count().most()
                        : "") + ")";
    }

    /** Whether the place is known. It is not if the stack was missing or empty. */
    private static boolean isKnown(WaitGroup group) {
        return !group.place().site().equals("unknown");
    }

    /** Heap dumps of JDK 21 also lack the stacks of threads that have run and are ready to run again. */
    private static String withoutStack(WaitGroup group, Waits waits) {
        if (group.place().operation() != WaitOperation.READY) {
            return ", where is not shown";
        }
        return " with no stack"
                + (hides(waits, LimitKind.HEAP_DUMPS_WITHOUT_STACKS) ? "" : ", as before a thread first runs");
    }

    private static String does(WaitGroup group, int threads, String what) {
        if (group.place().operation() == WaitOperation.SLEEP) {
            return threads == 1 ? " sleeps" : " sleep";
        }
        return (threads == 1 ? " waits for " : " wait for ") + what;
    }

    private static String thing(WaitGroup group) {
        return group.place().pool() == null
                ? OperationText.thing(group.place().operation())
                : "the pool of " + group.place().pool();
    }

    private static String what(WaitGroup group) {
        if (isPoller(group)) {
            return "sockets of other virtual threads, as a poller of the JDK's own";
        }
        String thing = thing(group);
        return group.place().blocker() == null || group.place().pool() != null
                ? thing
                : thing + " (" + group.place().blocker() + ")";
    }

    /** Whether these are pollers: the virtual threads of JDK 24 and 25 that wake threads that wait for sockets. */
    private static boolean isPoller(WaitGroup group) {
        return group.frames().stream()
                .anyMatch(frame ->
                        frame.isIn("sun.nio.ch.Poller.") && frame.methodName().endsWith("ollerLoop"));
    }

    /** Which thread holds what they wait for. Starts with a semicolon; empty if nobody looked for the holder. */
    private static String holder(WaitGroup group) {
        WaitHolder holder = group.holder();
        if (group.place().operation() == WaitOperation.SUBTASKS) {
            return subtask(group, holder);
        }
        return holder == null || (group.count().mostOnOne() < 2 && holder.thread() == null)
                ? ""
                : "; " + holder(group, holder);
    }

    /** What the oldest subtask does; empty if not known. */
    private static String subtask(WaitGroup group, @Nullable WaitHolder subtask) {
        if (subtask == null || group.count().threads() == 0) {
            return "";
        }
        StackFrame at = subtask.site();
        return "; its oldest subtask " + OperationText.activity(subtask.doing()) + (at == null ? "" : " in " + at);
    }

    private static String holder(WaitGroup group, WaitHolder holder) {
        if (holder.thread() == null) {
            return "holder unknown: " + (holder.note() == null ? "" : HolderNoteText.of(holder.note()));
        }
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        boolean past = group.count().threads() == 0;
        return (past ? "last seen " : "") + sure + "held by " + holder.thread()
                + (holder.tookAt() == null ? "" : " in " + holder.tookAt())
                + (past ? "" : ConvoyText.doing(holder));
    }
}
