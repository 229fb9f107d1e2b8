package io.vtmonitor.recording;

import io.vtmonitor.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Reports that were spoilt on purpose, for what reads reports. */
final class SpoiltReports {
    private static final String[] VALUES = {
        "-1",
        "1e400",
        "-9223372036854775808",
        "9223372036854775807",
        "18446744073709551616",
        "0.1",
        "null",
        "true",
        "\"\"",
        "{}",
        "[]",
        "\"\\ud800\"",
        "[".repeat(20_000)
    };

    private final Path good;
    private final Path spoilt;
    private final String text;

    SpoiltReports(Path folder, byte[] recording) throws IOException {
        good = folder.resolve("good.json");
        spoilt = folder.resolve("spoilt.json");
        Path file = Files.write(folder.resolve("good.jfr"), recording);
        int code = Main.run(new String[] {"analyze", file.toString(), "-o", good.toString()});
        if (code != 0) {
            throw new IOException("analyze ended with " + code);
        }
        text = Files.readString(good);
    }

    String good() {
        return good.toString();
    }

    /** The one that was made last. */
    Path last() {
        return spoilt;
    }

    String spoilt(Random random) throws IOException {
        StringBuilder report = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0 && report.length() > 2; i--) {
            change(report, random);
        }
        return Files.writeString(spoilt, report, StandardCharsets.UTF_8).toString();
    }

    private static void change(StringBuilder report, Random random) {
        int at = random.nextInt(report.length());
        switch (random.nextInt(5)) {
            case 0 -> report.setLength(at);
            case 1 -> report.setCharAt(at, (char) (32 + random.nextInt(95)));
            case 2 -> report.delete(at, Math.min(report.length(), at + random.nextInt(200)));
            case 3 -> report.insert(at, report.substring(at, Math.min(report.length(), at + random.nextInt(2_000))));
            default -> value(report, at, random);
        }
    }

    /** Another value in the place of one. */
    private static void value(StringBuilder report, int at, Random random) {
        int colon = report.indexOf(":", at);
        if (colon > 0) {
            int end = colon + 1;
            while (end < report.length() && ",}]".indexOf(report.charAt(end)) < 0) {
                end++;
            }
            report.replace(colon + 1, end, VALUES[random.nextInt(VALUES.length)]);
        }
    }
}
