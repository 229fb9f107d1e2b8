package io.vtmonitor.mcp;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** One site of a JSON report, in words. */
final class Explanation {
    private static final int MOST_STACKS = 3;

    private Explanation() {}

    /**
     * The first site that fits.
     *
     * @param wanted the id of a site, or a part of one
     */
    static Tool.Answer of(SiteReport report, String wanted) {
        List<JsonNode> fitting = report.fitting(wanted);
        if (fitting.isEmpty()) {
            return report.noneFits(wanted);
        }
        StringBuilder text = new StringBuilder();
        tell(text, fitting.get(0), report.json().path("frames"));
        if (fitting.size() > 1) {
            text.append("\nAlso fitting: ");
            fitting.subList(1, Math.min(20, fitting.size()))
                    .forEach(site -> text.append(site.path("id").asString()).append("; "));
            text.append('\n');
        }
        return report.answer(text.toString());
    }

    private static void tell(StringBuilder text, JsonNode site, JsonNode frames) {
        line(text, "site      ", site.path("id").asString());
        line(
                text,
                "figures   ",
                seconds(site, "pinnedSeconds") + " in " + site.path("pins").asLong() + " pins; p50 at most "
                        + seconds(site, "p50Seconds") + ", p99 at most " + seconds(site, "p99Seconds") + ", longest "
                        + seconds(site, "maxSeconds"));
        for (JsonNode holder : site.path("holders")) {
            line(
                    text,
                    "held by   ",
                    at(
                                    holder.path("className").asString(),
                                    holder.path("methodName").asString(),
                                    holder.path("line").asInt(0))
                            + "  (" + holder.path("hold").asString() + ", "
                            + holder.path("confidence").asString() + ")");
        }
        for (JsonNode entry : site.path("entries")) {
            line(text, "from      ", entry.asString());
        }
        line(text, "newer JDK ", site.path("verdict").asString());
        JsonNode advice = site.path("advice");
        line(text, "why       ", advice.path("summary").asString(""));
        line(text, "cure      ", advice.path("action").asString(""));
        for (JsonNode unread : site.path("unread")) {
            line(
                    text,
                    "unsure    ",
                    "the class file of " + unread.asString() + " was not found; pass its jar as classpath");
        }
        int shown = 0;
        for (JsonNode stack : site.path("stacks")) {
            if (shown++ == MOST_STACKS) {
                break;
            }
            text.append("\nstack of ")
                    .append(stack.path("pins").asLong())
                    .append(" pins, ")
                    .append(seconds(stack, "pinnedSeconds"))
                    .append('\n');
            for (JsonNode frame : stack.path("frames")) {
                text.append("  at ")
                        .append(link(frames.path(frame.asInt()).asString()))
                        .append('\n');
            }
        }
    }

    private static void line(StringBuilder text, String label, String value) {
        if (!value.isEmpty()) {
            text.append(label).append(value).append('\n');
        }
    }

    private static String seconds(JsonNode node, String field) {
        return String.format(Locale.ROOT, "%.3f s", node.path(field).asDouble());
    }

    /**
     * A frame of the report's table, {@code a.B.m:12}, as development environments make links of:
     * {@code a.B.m(B.java:12)}.
     */
    static String link(String frame) {
        int colon = frame.lastIndexOf(':');
        String method = colon < 0 ? frame : frame.substring(0, colon);
        int dot = method.lastIndexOf('.');
        if (dot < 0 || colon < 0) {
            return frame;
        }
        return at(method.substring(0, dot), method.substring(dot + 1), number(frame.substring(colon + 1)));
    }

    private static int number(String text) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    /** A recording does not name source files: the file is that of the outermost class. */
    private static String at(String className, String methodName, int line) {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        int nested = simple.indexOf('$');
        String file = nested > 0 ? simple.substring(0, nested) : simple;
        return className + "." + methodName + (line > 0 ? "(" + file + ".java:" + line + ")" : "");
    }
}
