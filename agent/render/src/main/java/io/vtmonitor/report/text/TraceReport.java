package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.model.Hold;
import io.vtmonitor.report.Report;
import io.vtmonitor.report.figures.SiteFigures;
import io.vtmonitor.report.figures.StackFigures;
import io.vtmonitor.report.figures.StackFrame;
import io.vtmonitor.report.figures.StackHolder;
import java.util.Locale;

/**
 * Stacks in the shape of {@code -Djdk.tracePinnedThreads=full}, which JDK 24 dropped, so that what reads that reads
 * this. A recording names no source file: it is taken from the outermost class's name.
 */
public final class TraceReport {
    private TraceReport() {}

    /** Every stack that the report lists, most pinned site first. */
    public static String write(Report report) {
        TextWriter page = new TextWriter(TextStyle.UNWRAPPED);
        for (SiteFigures site : report.sites()) {
            for (StackFigures stack : site.stacks()) {
                stack(page, site, stack, "");
                page.blank();
            }
        }
        return page.toString();
    }

    /** @param at precedes each frame: development environments make links of lines with {@code at}, too */
    static void stack(TextWriter page, SiteFigures site, StackFigures stack, String at) {
        page.raw(String.format(
                Locale.ROOT,
                "%s, %s, %s reason:%s%s",
                Plural.of(stack.pins(), "pin"),
                Durations.text(stack.pinnedNanos()),
                site.operation().toString().replace('_', ' '),
                site.reason().name(),
                stack.truncated() ? ", cut off at the bottom" : ""));
        for (int i = 0; i < stack.frames().size(); i++) {
            page.raw("    " + at + element(stack.frames().get(i)) + mark(stack, i));
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

    /** {@code a.B$C.m:7} is {@code a.B$C.m(B.java:7)}. */
    static String element(StackFrame frame) {
        String method = frame.method();
        String className = frame.className();
        String simple = className.substring(className.lastIndexOf('.') + 1);
        int nested = simple.indexOf('$', 1);
        String file = (nested < 0 ? simple : simple.substring(0, nested)) + ".java";
        return method + "(" + file + frame.toString().substring(method.length()) + ")";
    }
}
