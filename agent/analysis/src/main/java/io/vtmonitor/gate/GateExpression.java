package io.vtmonitor.gate;

import io.vtmonitor.common.DurationParser;
import io.vtmonitor.common.NearestName;
import io.vtmonitor.common.Printable;
import io.vtmonitor.diff.Diff;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One condition of {@code --fail-on}.
 *
 * @param text as it was given
 * @param subject what is compared
 * @param packagePrefix whose pins, for {@link Subject#PACKAGE}; else empty
 * @param limit seconds, pins, or a share (0.05 for 5 %), by the subject
 * @param inclusive true if reaching the limit is enough
 */
public record GateExpression(String text, Subject subject, String packagePrefix, double limit, boolean inclusive) {
    static final String ACCEPTED =
            "total>1s, site>100ms, longest>50ms, starved>0s, pins>10, lost>5%, waiting>100, pool>10, package:com.acme,"
                    + " package:com.acme>1s; with --baseline also new, new>50ms, grew>20%; >= instead of >; separate"
                    + " several with commas; quote them, because a shell interprets >";
    private static final Pattern FORM = Pattern.compile(
            "([a-z]+)(?::([\\w.$]+))?\\s*(?:(>=?)\\s*(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(us|ms|s|m|h|%)?)?");

    /** What is compared. */
    public enum Subject {
        TOTAL(Unit.TIME, false),
        SITE(Unit.TIME, false),
        LONGEST(Unit.TIME, false),
        STARVED(Unit.TIME, false),
        PINS(Unit.COUNT, false),
        LOST(Unit.SHARE, false),
        PACKAGE(Unit.TIME, true),
        NEW(Unit.TIME, true),
        GREW(Unit.SHARE, false),
        WAITING(Unit.COUNT, false),
        POOL(Unit.COUNT, false);

        private final Unit unit;
        private final boolean alone;

        Subject(Unit unit, boolean alone) {
            this.unit = unit;
            this.alone = alone;
        }

        private static List<String> keywords() {
            return Arrays.stream(values())
                    .map(subject -> subject.name().toLowerCase(Locale.ROOT))
                    .toList();
        }

        /** True if it asks what virtual threads waited for, pinned or not. */
        public boolean isOfWaits() {
            return this == WAITING || this == POOL;
        }

        /** True if it asks what has changed. */
        public boolean needsBaseline() {
            return this == NEW || this == GREW;
        }
    }

    private enum Unit {
        TIME,
        COUNT,
        SHARE
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if it is not understood; the message says what is accepted
     */
    public static GateExpression of(String given) {
        String text = given.strip();
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw bad(text, "is not understood");
        }
        Subject subject = subject(text, form.group(1));
        if ((subject == Subject.PACKAGE) != (form.group(2) != null)) {
            throw bad(text, subject == Subject.PACKAGE ? "names no package" : "is not understood");
        }
        String prefix = form.group(2) == null ? "" : form.group(2);
        if (form.group(3) == null) {
            if (!subject.alone) {
                throw bad(text, "has no comparison");
            }
            return new GateExpression(text, subject, prefix, 0, false);
        }
        String unit = form.group(5) == null ? "" : form.group(5);
        double limit = limit(text, subject.unit, new BigDecimal(form.group(4)), unit);
        if (subject == Subject.GREW && limit < Diff.NOISE) {
            throw bad(text, "asks for less than 10 %, which counts as noise and never as growth");
        }
        return new GateExpression(text, subject, prefix, limit, form.group(3).equals(">="));
    }

    boolean isMetBy(double value) {
        return inclusive ? value >= limit : value > limit;
    }

    private static Subject subject(String text, String word) {
        try {
            return Subject.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException ignored) {
            String nearest = NearestName.among(Subject.keywords(), word);
            throw bad(
                    text,
                    "is not understood"
                            + (nearest == null
                                    ? ""
                                    : "; did you mean '" + nearest + Printable.echo(text.substring(word.length()))
                                            + "'?"));
        }
    }

    private static double limit(String text, Unit unit, BigDecimal number, String suffix) {
        boolean zero = number.signum() == 0 && suffix.isEmpty();
        return switch (unit) {
            case COUNT -> {
                if (!suffix.isEmpty()) {
                    throw bad(text, "needs a number without a unit");
                }
                yield number.doubleValue();
            }
            case SHARE -> {
                if (!suffix.equals("%") && !zero) {
                    throw bad(text, "needs a percentage");
                }
                yield number.movePointLeft(2).doubleValue();
            }
            case TIME -> {
                if (suffix.equals("%") || (suffix.isEmpty() && !zero)) {
                    throw bad(text, "needs a time with us, ms, s, m or h");
                }
                yield number.multiply(seconds(suffix)).doubleValue();
            }
        };
    }

    private static BigDecimal seconds(String unit) {
        return BigDecimal.valueOf(DurationParser.nanos(unit.isEmpty() ? "s" : unit), 9);
    }

    private static IllegalArgumentException bad(String text, String what) {
        return new IllegalArgumentException("'" + Printable.echo(text) + "' " + what
                + (what.endsWith("?") ? " Accepted: " : "; accepted: ") + ACCEPTED);
    }
}
