package io.vtmonitor.cli.input;

import io.vtmonitor.common.Printable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A point of time in a recording. One of the two is set.
 *
 * @param instant the absolute time
 * @param afterBegin the time since the start of the recording
 */
record TimePoint(@Nullable Instant instant, @Nullable Duration afterBegin) {
    Instant in(Instant begin) {
        return instant != null ? instant : begin.plus(afterBegin == null ? Duration.ZERO : afterBegin);
    }

    /** Whether this is known not to be before the other one. False if that depends on the recording. */
    boolean isNotBefore(TimePoint other) {
        if (instant != null && other.instant != null) {
            return !instant.isBefore(other.instant);
        }
        return afterBegin != null && other.afterBegin != null && afterBegin.compareTo(other.afterBegin) >= 0;
    }

    /** Accepts {@code 2026-11-21T09:00:00Z} and {@code 90s}. */
    static final class Reader implements ITypeConverter<TimePoint> {
        @Override
        public TimePoint convert(String text) {
            if (text.indexOf('T') < 0) {
                return new TimePoint(null, length(text));
            }
            try {
                return new TimePoint(Instant.parse(text), null);
            } catch (DateTimeParseException ignored) {
                throw bad(text);
            }
        }

        private static Duration length(String text) {
            try {
                return new DurationConverter().convert(text);
            } catch (TypeConversionException ignored) {
                throw bad(text);
            }
        }

        private static TypeConversionException bad(String text) {
            return new TypeConversionException(
                    "'" + Printable.echo(text) + "' is not understood; accepted: an instant such as"
                            + " 2026-11-21T09:00:00Z, or " + DurationConverter.ACCEPTED + " since the recording began");
        }
    }
}
