package io.vtmonitor.cli;

import io.vtmonitor.sink.TextStyle;
import java.io.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What standard output goes to. Colour is for terminals whose user has not set {@code NO_COLOR}. */
final class Terminal {
    private static final int NARROWEST = 40;

    private Terminal() {}

    static TextStyle style(Map<String, String> environment, @Nullable Console console) {
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new TextStyle(width(environment.get("COLUMNS")), !refused && isTerminal(console));
    }

    private static int width(@Nullable String columns) {
        if (columns == null || !columns.matches("\\d{2,4}")) {
            return TextStyle.PLAIN.width();
        }
        return Math.max(NARROWEST, Integer.parseInt(columns));
    }

    /** From Java 22 on there is a console where output is redirected, too, and it can be asked; before, there is none. */
    static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException olderThan22) {
            return true;
        } catch (ReflectiveOperationException refused) {
            return false;
        }
    }
}
