package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.Difference.Kind;
import io.vtmonitor.report.Difference.SiteChange;
import java.util.ArrayList;
import java.util.List;

/** A comparison for pull requests and chat: the sentences of the text, and the changed sites as a table. */
public final class MarkdownDiff {
    private MarkdownDiff() {}

    /**
     * The comparison as GitHub-flavored Markdown.
     *
     * @param top how many sites of each kind are shown; the others are counted
     */
    public static String write(Difference difference, int top) {
        Markdown page = new Markdown();
        page.heading("vt-monitor: what changed");
        page.list(MarkdownReport.lines(text -> {
            DiffText.head(text, difference);
            DiffText.verdicts(text, difference);
        }));
        List<List<String>> rows = new ArrayList<>();
        List<String> more = new ArrayList<>();
        for (Kind kind : DiffText.ORDER) {
            List<SiteChange> changes = DiffText.of(difference, kind);
            for (SiteChange change : changes.subList(0, Math.min(top, changes.size()))) {
                rows.add(row(change));
            }
            if (changes.size() > top) {
                more.add((changes.size() - top) + " more " + kind);
            }
        }
        page.table(
                List.of("", "site", "per hour", "before", "after", "why"),
                List.of("---", "---", "--:", "---", "---", "---"),
                rows);
        page.list(more);
        page.list(MarkdownReport.lines(text -> {
            DiffText.same(text, difference);
            DiffText.waits(text, difference, top);
        }));
        if (!difference.notes().isEmpty()) {
            page.paragraph("Note:");
            page.list(DifferenceText.notes(difference).stream()
                    .map(Markdown::text)
                    .toList());
        }
        return page.toString();
    }

    private static List<String> row(SiteChange change) {
        double seconds = change.changePerHour();
        return List.of(
                change.kind().toString(),
                Markdown.code(change.id()),
                (seconds < 0 ? "-" : "+") + Durations.text(Math.abs(seconds)),
                change.kind() == Kind.APPEARED ? "" : DiffText.part(change.before()),
                change.kind() == Kind.VANISHED ? "" : DiffText.part(change.after()),
                change.why() == null ? "" : Markdown.text(DifferenceText.sentence(change.why())));
    }
}
