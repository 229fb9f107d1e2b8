package io.vtmonitor.http;

import java.util.Locale;

/** What a client accepts (RFC 9110, 12.5.1), as far as needed to choose between the two text formats of Prometheus. */
public final class MediaTypes {
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private MediaTypes() {}

    /** Whether the client names OpenMetrics 1.0.0 and does not prefer plain text. */
    public static boolean prefersOpenMetrics(String accept) {
        double openMetrics = 0;
        double text = 0;
        for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = range.split(";", -1);
            String type = parts[0].strip();
            String version = parameter(parts, "version", "1.0.0");
            double quality = quality(parameter(parts, "q", "1"));
            if (type.equals(OPEN_METRICS) && version.equals("1.0.0")) {
                openMetrics = Math.max(openMetrics, quality);
            } else if (type.equals("text/plain")) {
                text = Math.max(text, quality);
            }
        }
        return openMetrics > 0 && openMetrics >= text;
    }

    private static String parameter(String[] parts, String name, String otherwise) {
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1).replace("\"", "").strip();
            }
        }
        return otherwise;
    }

    /** A quality from 0 to 1; 0 if the text can't be parsed, so that it is not accepted. */
    private static double quality(String text) {
        return text.matches("[01](\\.\\d{0,3})?") ? Math.min(1, Double.parseDouble(text)) : 0;
    }
}
