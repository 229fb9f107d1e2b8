package io.vtmonitor.scan.report;

import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.Packages;
import io.vtmonitor.common.Printable;
import io.vtmonitor.report.GateFacts.BlockingPlace;
import io.vtmonitor.report.GateFacts.BlockingPlaces;
import io.vtmonitor.report.GateFacts.ExceptedFindings;
import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.scan.Assessment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a build is held to: {@code findings>10}, {@code known} (a release that is known to hold), {@code new} since a
 * baseline, {@code package:com.acme}. Findings that need a call which several methods fit never count.
 */
public final class ScanGate {
    public static final String ACCEPTED = "findings>10, known, new, package:com.acme";

    private static final List<String> WORDS = List.of("findings", "known", "new", "package");

    private static final Pattern EXPRESSION =
            Pattern.compile("findings\\s*>\\s*(\\d{1,9})|(known)|(new)|package:([\\w.$]+)");

    private final List<String> expressions;

    /** @throws IllegalArgumentException if an expression is not understood; says what is accepted */
    public ScanGate(List<String> expressions) {
        this.expressions = expressions.stream().map(String::strip).toList();
        for (String expression : this.expressions) {
            if (!EXPRESSION.matcher(expression).matches()) {
                String word = expression.replaceFirst("[^a-zA-Z].*", "");
                String question = NearestName.question(WORDS, word);
                throw new IllegalArgumentException("'" + Printable.echo(expression) + "' is not understood"
                        + (question.isEmpty() ? "; accepted: " : question + " Accepted: ") + ACCEPTED);
            }
        }
    }

    /** Whether a condition is about what was there before. */
    public boolean needsBaseline() {
        return expressions.contains("new");
    }

    /**
     * Judges.
     *
     * @param before ids of what was there before, null if nobody knows
     * @param leftOut true for ids that a list of exceptions leaves out
     */
    public GateResult judge(ScanReport report, @Nullable Set<String> before, Predicate<String> leftOut) {
        List<Assessment> counted = report.certain().stream()
                .filter(each -> !leftOut.test(ScanReport.id(each.finding())))
                .toList();
        List<Condition> conditions = new ArrayList<>();
        for (String expression : expressions) {
            conditions.add(condition(expression, counted, before));
        }
        int ignored = report.certain().size() - counted.size();
        return new GateResult(conditions, List.of(), ignored == 0 ? List.of() : List.of(new ExceptedFindings(ignored)));
    }

    private static Condition condition(String expression, List<Assessment> counted, @Nullable Set<String> before) {
        Matcher parts = EXPRESSION.matcher(expression);
        if (!parts.matches()) {
            throw new IllegalArgumentException(expression);
        }
        int most = parts.group(1) == null ? 0 : Integer.parseInt(parts.group(1));
        String prefix = parts.group(4);
        List<String> met = counted.stream()
                .filter(each -> parts.group(2) == null || each.affected())
                .filter(each ->
                        parts.group(3) == null || before == null || !before.contains(ScanReport.id(each.finding())))
                .filter(each ->
                        prefix == null || isIn(each.finding().holding().holder().className(), prefix))
                .map(each -> ScanReport.id(each.finding()))
                .toList();
        boolean tripped = met.size() > most;
        return new Condition(
                expression,
                tripped,
                new BlockingPlaces(met.size(), met.isEmpty() ? null : met.get(0)),
                tripped ? met.stream().<Met>map(BlockingPlace::new).toList() : List.of(),
                List.of());
    }

    private static boolean isIn(String className, String prefix) {
        return Packages.isIn(className, prefix) || className.startsWith(prefix + "$");
    }
}
