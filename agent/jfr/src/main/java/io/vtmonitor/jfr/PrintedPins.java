package io.vtmonitor.jfr;

import io.vtmonitor.common.BoundedLines;
import io.vtmonitor.common.Plural;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Recognizes text that tools print about pins: it is easy to get, but lacks what an analysis needs. */
final class PrintedPins {
    /** So many characters of a text are searched. */
    private static final int SEARCHED = 64 << 20;

    private static final int MOST_FRAMES = 10_000;
    private static final int NAMED = 5;

    /** What is longer is none of the JVM's lines. */
    private static final int LONGEST_LINE = 4_000;

    private static final Pattern PRINTED_EVENT = Pattern.compile("jdk\\.\\w+ \\{\\s*");
    private static final Pattern XML_EVENT = Pattern.compile("\\s*<event type=\"jdk\\.\\w+\">\\s*");
    private static final Pattern TRACED =
            Pattern.compile("(?:.*[\\s/])?([^\\s/(]+)\\((?:[^()]*?(:\\d+)|[^()]*)\\) <== monitors:\\d+\\s*");

    /** The first line of a traced stack; early releases of JDK 21 give no reason. */
    private static final Pattern TRACED_THREAD =
            Pattern.compile("(?:.*\\s)?(?:VirtualThread\\[#\\d+.* reason:(\\w+)|Thread\\[.*,CarrierThreads])\\s*");

    private PrintedPins() {}

    /** What the file is and what to pass instead; empty if it is nothing known. */
    static String reason(FileChannel file) throws IOException {
        file.position(0);
        InputStream in = Channels.newInputStream(file); // the channel is closed by whoever opened it
        BoundedLines lines = new BoundedLines(in);
        Map<String, Integer> owners = new LinkedHashMap<>();
        Set<String> ofStack = new HashSet<>(); // recursion has one frame in many places of it
        int natives = 0;
        for (String line = lines.next(); line != null && lines.read() <= SEARCHED; line = lines.next()) {
            if (line.startsWith("jdk.") && PRINTED_EVENT.matcher(line).matches()) {
                return "it is what jfr print has printed, and has no event that is known to be a pin (waits for"
                        + " monitors are on JDK 21 to 23, if jdk.JVMInformation is printed, too); pass the recording"
                        + " that it was made of";
            }
            if (line.contains("<event type=\"jdk.") && XML_EVENT.matcher(line).matches()) {
                return "it is what jfr print --xml has printed; pass the recording that it was made of";
            }
            Matcher thread = TRACED_THREAD.matcher(line.length() > LONGEST_LINE ? "" : line);
            if (thread.matches()) {
                ofStack.clear();
                natives += "NATIVE".equals(thread.group(1)) ? 1 : 0;
            }
            Matcher traced =
                    TRACED.matcher(line.length() <= LONGEST_LINE && line.contains("<== monitors:") ? line : "");
            if (traced.matches()) {
                String at = traced.group(1) + (traced.group(2) == null ? "" : traced.group(2));
                if (ofStack.add(at) && (owners.size() < MOST_FRAMES || owners.containsKey(at))) {
                    owners.merge(at, 1, Integer::sum);
                }
            }
        }
        return owners.isEmpty() && natives == 0 ? "" : traced(owners, natives);
    }

    private static String traced(Map<String, Integer> owners, int natives) {
        String named = owners.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(NAMED)
                .map(owner -> owner.getKey() + (owner.getValue() == 1 ? "" : " (" + owner.getValue() + " stacks)"))
                .collect(Collectors.joining(", "));
        int more = owners.size() - Math.min(NAMED, owners.size());
        String monitors = "monitors were owned in " + named + (more == 0 ? "" : " and " + more + " more places");
        String ofNative = Plural.of(natives, "stack") + " had native frames";
        return "it is what -Djdk.tracePinnedThreads prints: the JVM says that "
                + (owners.isEmpty() ? ofNative : natives == 0 ? monitors : monitors + ", and that " + ofNative)
                + ", but not for how long or how often; java -jar vt-monitor.jar record PID -d 60s -o app.jfr measures"
                + " that";
    }
}
