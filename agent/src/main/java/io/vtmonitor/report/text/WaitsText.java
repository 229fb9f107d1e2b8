package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.WaitHolder;
import io.vtmonitor.report.WaitOperation;
import io.vtmonitor.report.WaitVerdict;
import io.vtmonitor.report.Waits;

/** What virtual threads waited for, pinned or not, in words: the verdicts, then where most of them waited. */
public final class WaitsText {
    private static final int LISTED_VERDICTS = 5;
    private static final int LISTED_GROUPS = 5;

    private WaitsText() {}

    /** A verdict on one line. */
    public static String line(WaitVerdict verdict) {
        return verdict.kind().title() + sure(verdict) + ": " + verdict.evidence() + " " + verdict.cure();
    }

    private static String sure(WaitVerdict verdict) {
        return verdict.confidence() == Confidence.EXACT ? "" : " (" + verdict.confidence() + ")";
    }

    static void write(TextWriter page, Report report) {
        Waits waits = report.waits();
        if (waits.looks() == 0 || (waits.groups().isEmpty() && waits.verdicts().isEmpty())) {
            return;
        }
        page.blank();
        page.line(
                "%s%s",
                TextWriter.bold("What virtual threads wait for"),
                ", pinned or not: " + waits.looks() + (waits.looks() == 1 ? " look" : " looks")
                        + (waits.looks() == 1 ? "" : " over " + Durations.text(waits.seconds())) + ", at most "
                        + waits.most() + (waits.most() == 1 ? " virtual thread" : " virtual threads"));
        for (WaitVerdict verdict : waits.verdicts()
                .subList(0, Math.min(LISTED_VERDICTS, waits.verdicts().size()))) {
            page.line(
                    "%s%s from %s%s: %s",
                    TextWriter.red(verdict.kind().title()),
                    sure(verdict),
                    HeadText.toMillis(verdict.begin()),
                    verdict.over() ? " to " + HeadText.toMillis(verdict.end()) : " on",
                    verdict.evidence());
            page.row("  ", "%s", verdict.cure());
        }
        int more = waits.verdicts().size() - LISTED_VERDICTS;
        if (more > 0) {
            page.line("%d more %s in the JSON report", more, more == 1 ? "verdict is" : "verdicts are");
        }
        int listed = 0;
        for (WaitGroup group : waits.groups()) {
            if (listed < LISTED_GROUPS && group.operation() != WaitOperation.RUNNING) {
                listed++;
                page.row("  ", "%s", group(group));
            }
        }
        if (waits.groups().size() > listed) {
            page.line("  %d more places are in the JSON report", waits.groups().size() - listed);
        }
        for (String limit : waits.limits()) {
            page.line("Not seen: %s", limit);
        }
    }

    private static String group(WaitGroup group) {
        StringBuilder text = new StringBuilder();
        text.append(group.margin() > 0 ? "about " : "")
                .append(group.threads())
                .append(" (at most ")
                .append(group.most())
                .append(") wait for ")
                .append(what(group))
                .append(" in ")
                .append(group.site());
        if (group.library() != null) {
            text.append(" (").append(group.library()).append(')');
        }
        if (group.caller() != null && !group.caller().equals(group.site())) {
            text.append(", called by ").append(group.caller());
        }
        if (group.entry() != null
                && !group.entry().equals(group.site())
                && !group.entry().equals(group.caller())) {
            text.append(", entry ").append(group.entry());
        }
        if (group.holder() != null && group.mostOnOne() > 1) {
            text.append("; ").append(holder(group.holder()));
        }
        return text.toString();
    }

    private static String what(WaitGroup group) {
        String thing = group.pool() == null ? group.operation().text() : "the pool of " + group.pool();
        return group.blocker() == null || group.pool() != null ? thing : thing + " (" + group.blocker() + ")";
    }

    private static String holder(WaitHolder holder) {
        if (holder.thread() == null) {
            return "holder unknown: " + holder.note();
        }
        String sure = holder.confidence() == Confidence.EXACT ? "" : "likely ";
        return sure + "held by " + holder.thread() + (holder.tookAt() == null ? "" : " in " + holder.tookAt())
                + (holder.doing() == WaitOperation.UNKNOWN
                        ? ""
                        : ", which " + holder.doing().activity());
    }
}
