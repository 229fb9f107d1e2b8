package io.vtmonitor.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Recognizes text that tools print of pins: people have it at hand, and it lacks what an analysis needs. */
final class PrintedPins {
    private static final int SEARCHED = 64 << 10;
    private static final Pattern PRINTED_EVENT = Pattern.compile("(?m)^jdk\\.\\w+ \\{\\s*$");
    private static final Pattern TRACED = Pattern.compile("(?m)<== monitors:\\d+\\s*$");

    private PrintedPins() {}

    /** What the file is and what to pass instead; empty where it is nothing known. */
    static String reason(FileChannel file) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate((int) Math.min(SEARCHED, file.size()));
        while (begin.hasRemaining()) {
            if (file.read(begin, begin.position()) < 0) {
                break;
            }
        }
        String text = new String(begin.array(), 0, begin.position(), StandardCharsets.UTF_8);
        if (PRINTED_EVENT.matcher(text).find()) {
            return "it is what jfr print has printed, with stacks cut off; pass the recording that it was made of";
        }
        return TRACED.matcher(text).find()
                ? "it is what -Djdk.tracePinnedThreads prints: it names frames that own monitors, and not for how long;"
                        + " java -jar vt-monitor.jar record PID -d 60s -o app.jfr makes a recording"
                : "";
    }
}
