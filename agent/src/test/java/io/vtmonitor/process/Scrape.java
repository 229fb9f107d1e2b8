package io.vtmonitor.process;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The metrics of a running agent. */
public final class Scrape {
    private Scrape() {}

    /**
     * Its value now.
     *
     * @param serving the agent's line that tells the address
     * @param series the metric's name, with its labels
     */
    public static double value(String serving, String series) throws IOException {
        return text(serving)
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .map(line -> line.substring(series.length() + 1))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not served: " + serving));
    }

    /** All metrics now. */
    public static String text(String serving) throws IOException {
        String url = serving.replaceAll(".*(http://\\S+?/).*", "$1metrics");
        try (var in = URI.create(url).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
