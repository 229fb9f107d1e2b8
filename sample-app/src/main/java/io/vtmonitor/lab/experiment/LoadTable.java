package io.vtmonitor.lab.experiment;

import io.vtmonitor.lab.load.LoadResult;
import java.util.ArrayList;
import java.util.List;

/** The rows of experiments that send requests, and the pictures of them. */
final class LoadTable {
    private static final List<String> COLUMNS = List.of(
            "variant", "requests", "answered", "failed", "no answer", "answers/s", "p50 s", "p99 s", "longest s");

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Chart.Series> rates = new ArrayList<>();
    private final List<Chart.Series> overTime = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();

    void add(String variant, LoadResult load) {
        rows.add(List.of(
                variant,
                Integer.toString(load.intended()),
                Integer.toString(load.answered()),
                failed(load),
                Integer.toString(load.unanswered()),
                Measured.number(load.perSecond()),
                Measured.number(load.percentile(50)),
                Measured.number(load.percentile(99)),
                Measured.number(load.max())));
        rates.add(Chart.Series.bar(variant, load.perSecond()));
        overTime.add(Chart.Series.perSecond(variant, load.answeredInSecond()));
    }

    void add(Verdict verdict) {
        verdicts.add(verdict);
    }

    Measured withRates(String... notes) {
        return new Measured(COLUMNS, rows, Chart.bars("answers a second", rates), verdicts, List.of(notes));
    }

    Measured overTime(String... notes) {
        return new Measured(
                COLUMNS, rows, Chart.lines("answers a second", "seconds", overTime), verdicts, List.of(notes));
    }

    private static String failed(LoadResult load) {
        return load.failed().isEmpty()
                ? "0"
                : load.errors() + " (" + String.join(", ", load.failed().keySet()) + ")";
    }
}
