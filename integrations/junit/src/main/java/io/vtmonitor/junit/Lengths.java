package io.vtmonitor.junit;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Lengths of time as annotations write them. */
final class Lengths {
    private static final Pattern LENGTH = Pattern.compile("(\\d{1,9})(us|ms|s)");

    private Lengths() {}

    /** Zero for the empty text. */
    static Duration of(String text) {
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        Matcher matcher = LENGTH.matcher(text.strip());
        if (!matcher.matches()) {
            throw new ExtensionConfigurationException(
                    "@PinFree(atMost = \"" + text + "\"): accepted is a number with us, ms or s, such as 20ms");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
