package io.vtmonitor.common;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Instants as reports write them, which is as {@link Instant#toString} does. Not by {@code java.time}: its formatters
 * take longer to be set up than a small recording to be read.
 */
public final class IsoInstant {
    private static final long SECOND = 1_000_000_000L;
    private static final int DAY_SECONDS = 86_400;

    private IsoInstant() {}

    /**
     * Such as {@code 2026-11-21T09:00:00.123Z}.
     *
     * @param nanos since the epoch
     */
    public static String text(long nanos) {
        long seconds = Math.floorDiv(nanos, SECOND);
        int fraction = (int) Math.floorMod(nanos, SECOND);
        StringBuilder text = new StringBuilder(30);
        date(text, Math.floorDiv(seconds, DAY_SECONDS));
        int ofDay = (int) Math.floorMod(seconds, (long) DAY_SECONDS);
        text.append('T');
        digits(text, ofDay / 3_600, 2).append(':');
        digits(text, ofDay / 60 % 60, 2).append(':');
        digits(text, ofDay % 60, 2);
        if (fraction != 0) {
            text.append('.');
            if (fraction % 1_000_000 == 0) {
                digits(text, fraction / 1_000_000, 3);
            } else if (fraction % 1_000 == 0) {
                digits(text, fraction / 1_000, 6);
            } else {
                digits(text, fraction, 9);
            }
        }
        return text.append('Z').toString();
    }

    /** Years begin in March, so that the day which some have more is the last. */
    private static void date(StringBuilder text, long epochDay) {
        long day = epochDay + 719_468; // since 0000-03-01
        long era = Math.floorDiv(day, 146_097L);
        int ofEra = (int) Math.floorMod(day, 146_097L);
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * ofYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        digits(text, (int) (era * 400 + yearOfEra + (month <= 2 ? 1 : 0)), 4).append('-');
        digits(text, month, 2).append('-');
        digits(text, ofYear - (153 * fromMarch + 2) / 5 + 1, 2);
    }

    private static StringBuilder digits(StringBuilder text, int number, int width) {
        for (int least = 10, i = 1; i < width; i++, least *= 10) {
            if (number < least) {
                text.append('0');
            }
        }
        return text.append(number);
    }

    /**
     * Nanoseconds since the epoch.
     *
     * @param text as {@link #text} writes it, or any that {@link Instant#parse} reads
     * @throws java.time.format.DateTimeParseException where it is none
     */
    public static long nanos(String text) {
        long nanos = ownNanos(text);
        return nanos == Long.MIN_VALUE ? ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(text)) : nanos;
    }

    private static long ownNanos(String text) {
        String form = "dddd-dd-ddTdd:dd:dd";
        int last = text.length() - 1;
        if (last < form.length()
                || last == form.length() + 1
                || last > form.length() + 10
                || text.charAt(last) != 'Z') {
            return Long.MIN_VALUE;
        }
        for (int i = 0; i < last; i++) {
            char c = text.charAt(i);
            char expected = i < form.length() ? form.charAt(i) : i == form.length() ? '.' : 'd';
            if (expected == 'd' ? c < '0' || c > '9' : c != expected) {
                return Long.MIN_VALUE;
            }
        }
        long fraction = 0;
        for (int i = form.length() + 1; i < form.length() + 10; i++) {
            fraction = fraction * 10 + (i < last ? text.charAt(i) - '0' : 0);
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        boolean known = year >= 1970 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
        int seconds = number(text, 11, 13) * 3_600 + number(text, 14, 16) * 60 + number(text, 17, 19);
        boolean clock = number(text, 11, 13) < 24 && number(text, 14, 16) < 60 && number(text, 17, 19) < 60;
        if (!clock || !(known || isDay(year, month, day))) {
            return Long.MIN_VALUE;
        }
        return (epochDay(year, month, day) * DAY_SECONDS + seconds) * SECOND + fraction;
    }

    private static boolean isDay(int year, int month, int day) {
        if (year < 1970 || year >= 2200 || month < 1 || month > 12 || day < 1 || day > 31) {
            return false;
        }
        return epochDay(month == 12 ? year + 1 : year, month % 12 + 1, 1) > epochDay(year, month, day);
    }

    private static long epochDay(int year, int month, int day) {
        int from = month <= 2 ? year - 1 : year;
        int era = from / 400;
        int yearOfEra = from - era * 400;
        int ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * 146_097L + yearOfEra * 365L + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }
}
