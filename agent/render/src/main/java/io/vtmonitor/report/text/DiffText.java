package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.Part;
import io.vtmonitor.report.Difference.Side;
import io.vtmonitor.report.Difference.SiteChange;
import io.vtmonitor.report.Difference.VerdictChange;
import io.vtmonitor.report.Difference.WaitChange;
import io.vtmonitor.report.WaitOperation;
import java.util.List;
import java.util.Locale;

/** A comparison for people: what the two sides are, then the sites that appeared, grew, shrank, or vanished. */
public final class DiffText {
    static final List<Kind> ORDER = List.of(Kind.APPEARED, Kind.GREW, Kind.SHRANK, Kind.VANISHED);

    private static final double LEAST_THREADS = 0.05;

    private static final String INDENT = " ".repeat(14);

    private DiffText() {}

    /**
     * The comparison.
     *
     * @param top how many sites of each kind are shown; the others are counted
     */
    public static String write(Difference difference, int top, TextStyle style) {
        TextWriter page = new TextWriter(style);
        head(page, difference);
        verdicts(page, difference);
        for (Kind kind : ORDER) {
            kind(page, of(difference, kind), kind, top);
        }
        same(page, difference);
        waits(page, difference, top);
        if (!difference.notes().isEmpty()) {
            page.blank();
            page.line("Note: %s.", String.join("; ", DifferenceText.notes(difference)));
        }
        return page.toString();
    }

    static void head(TextWriter page, Difference difference) {
        side(page, "before  ", difference.before());
        side(page, "after   ", difference.after());
        if (comparesPins(difference)) {
            page.row("in all  ", "%s", inAll(difference));
        }
    }

    /** Not if a side was seen in dumps only: that it has no pins says nothing. */
    private static boolean comparesPins(Difference difference) {
        return !difference.sites().isEmpty()
                || (difference.before().wallNanos() > 0 && difference.after().wallNanos() > 0);
    }

    /** The verdicts that only one side has. */
    static void verdicts(TextWriter page, Difference difference) {
        boolean first = true;
        for (VerdictChange change : difference.verdicts()) {
            if (change.kind() == Kind.SAME) {
                continue;
            }
            if (first) {
                page.blank();
                first = false;
            }
            page.row(
                    change.kind() == Kind.APPEARED ? "new     " : "gone    ",
                    "%s, %s",
                    verdict(change),
                    Plural.of(Math.max(change.before(), change.after()), "thread"));
        }
    }

    /** What is wrong, and where. */
    public static String verdict(VerdictChange change) {
        return change.verdict().title()
                + (change.pool() == null ? "" : " of " + change.pool())
                + (change.site() == null ? "" : " in " + change.site());
    }

    /** Places where more or fewer threads wait, without differences that would be shown as 0.0. */
    public static List<WaitChange> changed(Difference difference) {
        return difference.waits().stream()
                .filter(change -> change.kind() != Kind.SAME && Math.abs(change.change()) >= LEAST_THREADS)
                .toList();
    }

    /** Where threads wait and for what, such as {@code com.acme.Orders.place waits for a lock}. */
    public static String wait(WaitChange change) {
        if (change.operation() == WaitOperation.SLEEP) {
            return change.site() + " sleeps";
        }
        return change.site() + " waits for "
                + (change.pool() == null ? OperationText.thing(change.operation()) : "the pool of " + change.pool());
    }

    private static void side(TextWriter page, String name, Side side) {
        if (side.wallNanos() == 0) {
            page.row(
                    name,
                    "JDK %s, %s, not watched: no pins that have ended are shown",
                    String.join(", ", side.javaVersions()),
                    Plural.of(side.jvms(), "JVM"));
            return;
        }
        page.row(
                name,
                "JDK %s, %s watched for %s: %s held carriers for %s, %s%s of the capacity%s",
                String.join(", ", side.javaVersions()),
                Plural.of(side.jvms(), "JVM"),
                Durations.text(side.wallNanos()),
                Plural.of(side.pins(), "pin"),
                Durations.text(side.pinnedNanos()),
                side.atMost() ? "at most " : "",
                Durations.percent(side.capacityLost()),
                side.atMost()
                        ? " (pins of other schedulers may be among them, or the number of carriers or the time watched"
                                + " is unknown)"
                        : "");
    }

    private static String inAll(Difference difference) {
        double was = difference.before().perHour();
        double is = difference.after().perHour();
        return "%s of carriers per hour before, %s after%s"
                .formatted(Durations.text(was), Durations.text(is), was > 0 ? ": " + relative(was, is) : "");
    }

    private static String relative(double was, double is) {
        double percent = (is / was - 1) * 100;
        if (is >= was * 10) {
            return String.format(Locale.ROOT, "%.0f times as much", is / was);
        }
        if (Math.abs(percent) < 0.5) {
            return "as much";
        }
        boolean nearlyAll = is > 0 && percent < -99.4;
        return nearlyAll ? "less than a hundredth" : String.format(Locale.ROOT, "%+.0f %%", percent);
    }

    static List<SiteChange> of(Difference difference, Kind kind) {
        return difference.sites().stream()
                .filter(change -> change.kind() == kind)
                .toList();
    }

    private static void kind(TextWriter page, List<SiteChange> changes, Kind kind, int top) {
        if (changes.isEmpty()) {
            return;
        }
        page.blank();
        page.line("%s: %s, per hour of recording", TextWriter.bold(kind.toString()), Plural.of(changes.size(), "site"));
        for (SiteChange change : changes.subList(0, Math.min(top, changes.size()))) {
            page.row(signed(change.changePerHour()), "%s", change.id());
            page.row(INDENT, "%s", figures(change));
            if (change.why() != null) {
                page.row(INDENT, "%s", DifferenceText.sentence(change.why()));
            }
        }
        if (changes.size() > top) {
            page.line("    %d more; --top %d shows all", changes.size() - top, changes.size());
        }
    }

    private static String figures(SiteChange change) {
        return switch (change.kind()) {
            case APPEARED -> part(change.after());
            case VANISHED -> "was " + part(change.before());
            default ->
                "%s before, %s after: %s"
                        .formatted(
                                part(change.before()),
                                part(change.after()),
                                relative(
                                        change.before().perHour(),
                                        change.after().perHour()));
        };
    }

    static String part(Part part) {
        return Durations.text(part.pinnedNanos()) + " in " + Plural.of(part.pins(), "pin");
    }

    private static String signed(double seconds) {
        return String.format(Locale.ROOT, "%12s  ", (seconds < 0 ? "-" : "+") + Durations.text(Math.abs(seconds)));
    }

    static void same(TextWriter page, Difference difference) {
        List<SiteChange> same = of(difference, Kind.SAME);
        if (!same.isEmpty()) {
            page.blank();
            page.line(
                    "%s %s by no more than %s, or than chance causes between equal programs.",
                    Plural.of(same.size(), "site"),
                    same.size() == 1 ? "differs" : "differ",
                    Durations.percent(difference.noise()));
        } else if (difference.sites().isEmpty()) {
            page.blank();
            page.line(
                    comparesPins(difference)
                            ? "Neither side has a pin to compare."
                            : "Pins are not compared: a side was not watched.");
        }
    }

    static void waits(TextWriter page, Difference difference, int top) {
        List<WaitChange> changed = changed(difference);
        if (changed.isEmpty()) {
            return;
        }
        page.blank();
        page.line(
                "%s, pinned or not: %s changed, mean number of virtual threads",
                TextWriter.bold("waits"), Plural.of(changed.size(), "place"));
        for (WaitChange change : changed.subList(0, Math.min(top, changed.size()))) {
            page.row(
                    String.format(Locale.ROOT, "%+12.1f  ", change.change()),
                    "%s: %s before, %s after",
                    wait(change),
                    String.format(Locale.ROOT, "%.1f", change.before()),
                    String.format(Locale.ROOT, "%.1f", change.after()));
        }
        if (changed.size() > top) {
            page.line("    %d more; --top %d shows all", changed.size() - top, changed.size());
        }
    }
}
