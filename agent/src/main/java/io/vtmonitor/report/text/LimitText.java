package io.vtmonitor.report.text;

import io.vtmonitor.report.Report.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** How many pins which options left out. */
public final class LimitText {
    private LimitText() {}

    /** Such as {@code 120 left out by --package, 3 by --threshold}; empty where none were. */
    public static String by(LeftOut leftOut) {
        List<String> parts = new ArrayList<>();
        add(parts, leftOut.byPackage(), "--package");
        add(parts, leftOut.byTime(), "--since and --until");
        add(parts, leftOut.byThreshold(), "--threshold");
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long pins, String option) {
        if (pins > 0) {
            parts.add(pins + (parts.isEmpty() ? " left out by " : " by ") + option);
        }
    }
}
