package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Operation;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Initializer;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import java.util.List;
import java.util.Locale;

/** One site: what it cost, what holds the carrier, where the calls come from, why it pins, and what to do. */
final class SiteText {
    /** Nanoseconds. Smaller percentiles are shown as this: they are upper bounds with a precision of a microsecond. */
    private static final long FINEST = 1_000;

    private static final int INITIALIZER_FRAMES = 3;

    private SiteText() {}

    static void write(TextWriter page, int rank, SiteFigures site, Report report, boolean withVerdict) {
        double total = report.totals().pinnedNanos();
        double part = total > 0 ? site.pinnedNanos() / total : 0;
        page.blank();
        page.row(
                (rank < 10 ? " " : "") + rank + ". ",
                "%s (%s) in %s, %s: p50 at most %s, p99 at most %s, longest %s",
                Durations.text(site.pinnedNanos()),
                Durations.percent(part),
                Plural.of(site.pins(), "pin"),
                site.operation().toString().replace('_', ' '),
                Durations.text(Math.max(FINEST, site.times().p50Nanos())),
                Durations.text(Math.max(FINEST, site.times().p99Nanos())),
                Durations.text(site.maxNanos()));
        holders(page, site);
        if (!site.unread().isEmpty()) {
            row(page, "unsure", unread(site.unread(), report.source().kind()));
        }
        if (!site.entries().isEmpty()) {
            int shown = Math.min(3, site.entries().size());
            row(page, "from", String.join(", ", site.entries().subList(0, shown)));
        }
        row(page, "when", when(site));
        if (site.awaited().monitorClass() != null && site.operation() != Operation.CLASS_INIT_WAIT) {
            row(page, "waits", "for a monitor of class " + site.awaited().monitorClass());
        }
        if (site.awaited().initializer() != null) {
            row(page, "waits", initializer(site.awaited().initializer()));
        }
        row(page, "why", site.advice().summary());
        row(page, "cure", CureText.of(site, report));
        if (withVerdict && site.verdict() != Verdict.UNKNOWN) {
            row(page, "newer", verdict(site.verdict()));
        }
    }

    /** What to say if no frame of the stack is known to hold the carrier. */
    static String withoutHolder(Reason reason) {
        return reason == Reason.TIMED_WAIT ? "a frame of the JVM itself" : "no frame of the stack is known to hold it";
    }

    static void stacks(TextWriter page, SiteFigures site, int stacks) {
        for (StackFigures stack :
                site.stacks().subList(0, Math.min(stacks, site.stacks().size()))) {
            page.blank();
            stack(page, site, stack);
        }
    }

    private static void stack(TextWriter page, SiteFigures site, StackFigures stack) {
        page.raw(String.format(
                Locale.ROOT,
                "%s, %s, %s reason:%s%s",
                Plural.of(stack.pins(), "pin"),
                Durations.text(stack.pinnedNanos()),
                site.operation().toString().replace('_', ' '),
                site.reason().name(),
                stack.truncated() ? ", cut off at the bottom" : ""));
        for (int i = 0; i < stack.frames().size(); i++) {
            // Development environments make links of lines that begin with "at".
            page.raw("    at " + frame(stack.frames().get(i)) + mark(stack, i));
        }
    }

    private static String mark(StackFigures stack, int frame) {
        for (StackHolder holder : stack.holders()) {
            if (holder.frame() == frame) {
                return " <== " + (holder.hold() == Hold.MONITOR ? "monitors:" + holder.monitors() : holder.hold());
            }
        }
        return "";
    }

    /**
     * A frame as in a Java stack trace: {@code a.B$C.m:7} becomes {@code a.B$C.m(B.java:7)}. Recordings have no names
     * of source files, so the file is named after the outermost class.
     */
    private static String frame(StackFrame frame) {
        String method = frame.method();
        String className = frame.className();
        String simple = className.substring(className.lastIndexOf('.') + 1);
        int nested = simple.indexOf('$', 1);
        String file = (nested < 0 ? simple : simple.substring(0, nested)) + ".java";
        return method + "(" + file + frame.toString().substring(method.length()) + ")";
    }

    private static void holders(TextWriter page, SiteFigures site) {
        String label = "held by";
        for (HolderLine holder : site.holders()) {
            String where = HolderText.where(holder);
            row(
                    page,
                    label,
                    (label.equals("held by") ? TextWriter.bold(where) : where) + "  (" + HolderText.how(holder) + ")"
                            + (holder.library() == null ? "" : "  " + holder.library()));
            label = "and by";
        }
        if (site.holders().isEmpty()) {
            row(page, label, withoutHolder(site.reason()) + "; it blocked in " + site.id());
        }
    }

    /**
     * Which class files are missing. They can be passed to the analysis of a recording; a live watch has already
     * searched wherever it can.
     */
    static String unread(List<String> unread, String source) {
        List<String> classes =
                unread.stream().filter(name -> !name.equals(Frame.UNKNOWN)).toList();
        if (classes.isEmpty()) {
            return "the recording lacks the name of a class of its stacks: no class file can be found for it";
        }
        String first = classes.get(0);
        String more = classes.size() == 1
                ? ""
                : ", nor " + String.join(", ", classes.subList(1, Math.min(3, classes.size())));
        String whose = JdkNames.isJdk(first) ? "the JDK's home" : "its jar";
        String cure = source.equals("recording") ? "; pass " + whose + " with --classpath" : "";
        return "no available class file matches " + first + more + (classes.size() > 3 ? " and others" : "") + cure;
    }

    private static String initializer(Initializer initializer) {
        List<String> frames = initializer.frames().stream()
                .filter(frame -> !JdkNames.isJdk(frame.className()))
                .limit(INITIALIZER_FRAMES)
                .map(StackFrame::toString)
                .toList();
        return "for the initializer of " + initializer.className()
                + (frames.isEmpty() ? "" : ", which was in " + String.join(" < ", frames));
    }

    private static String when(SiteFigures site) {
        String first = Durations.text(site.span().firstNanos());
        if (site.pins() == 1) {
            return (site.occurrence() == Occurrence.ONCE ? "once, " : "") + first + " in";
        }
        String last = Durations.text(site.span().lastNanos());
        String span = first.equals(last) ? first + " in" : "from " + first + " to " + last + " in";
        if (first.equals(last)) {
            return (site.occurrence() == Occurrence.ONCE ? "once, " : "") + span;
        }
        return (site.occurrence() == Occurrence.ONCE ? "only " : "recurring, ") + span;
    }

    static String verdict(Verdict verdict) {
        return switch (verdict) {
            case GONE_ON_24 -> "gone on JDK 24 and later";
            case EASED_ON_26 -> "eased on JDK 26";
            case STAYS -> "stays on every JDK";
            case UNKNOWN -> "not known";
        };
    }

    private static void row(TextWriter page, String label, String text) {
        page.row("    " + label + " ".repeat(9 - label.length()), "%s", text);
    }
}
