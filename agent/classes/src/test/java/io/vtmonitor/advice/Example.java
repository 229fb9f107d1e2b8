package io.vtmonitor.advice;

import io.vtmonitor.Pins;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A stack written by hand: of a library that can't be run here, from its source or from the thread that reports it.
 *
 * @param jar the library of all holders, name and version; null where nothing tells
 * @param stack nearest to the block first; a holder has its hold before it, as in {@code monitor a.B.read}
 */
record Example(@Nullable String jar, List<String> stack) {
    static Example of(@Nullable String jar, String... stack) {
        return new Example(jar, List.of(stack));
    }

    /** From a golden stack; its holders begin as {@code a.B.read monitor}. */
    static Example recorded(JsonNode golden) {
        Map<String, Set<String>> holds = new HashMap<>();
        for (JsonNode holder : golden.path("holders")) {
            String[] words = holder.asString().split("[ ,]", 3);
            holds.computeIfAbsent(words[0], any -> new LinkedHashSet<>()).add(words[1] + " ");
        }
        List<String> stack = new ArrayList<>();
        for (JsonNode frame : golden.path("frames")) {
            String method = frame.get(0).asString() + "." + frame.get(1).asString();
            holds.getOrDefault(method, Set.of("")).forEach(hold -> stack.add(hold + method));
        }
        return new Example(golden.path("library").asString().replaceFirst("-(?=\\d)", " "), stack);
    }

    /** On JDK 21. */
    Blocking blocking() {
        return blocking(true);
    }

    Blocking blocking(boolean monitorsPin) {
        List<Frame> frames = stack.stream().map(Example::frame).toList();
        return new Blocking(new Stack(frames, false), BlockingEvent.PINNED, monitorsPin, null, null, null);
    }

    List<Holder> holders() {
        List<Holder> holders = new ArrayList<>();
        for (String line : stack) {
            int space = line.indexOf(' ');
            if (space > 0) {
                Hold hold = Hold.valueOf(line.substring(0, space).toUpperCase(Locale.ROOT));
                Frame frame = frame(line);
                boolean isOurs = frame.className().startsWith("com.acme.");
                Library library = jar == null || isOurs ? null : library(jar);
                holders.add(new Holder(frame, hold, 1, "this", Confidence.EXACT, library));
            }
        }
        return holders;
    }

    private static Library library(String jar) {
        int space = jar.indexOf(' ');
        return space < 0 ? new Library(jar, null) : new Library(jar.substring(0, space), jar.substring(space + 1));
    }

    private static Frame frame(String line) {
        return Pins.frame(line.substring(line.indexOf(' ') + 1));
    }
}
