package io.vtmonitor;

import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.BlockingEvent;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A stack written by hand: of a library that can't be run here, from its source or from the thread that reports it.
 *
 * @param jar the library of all holders, name and version; null where nothing tells
 * @param stack nearest to the block first; a holder has its hold before it, as in {@code monitor a.B.read}
 */
public record ExampleStack(@Nullable String jar, List<String> stack) {
    public static ExampleStack of(@Nullable String jar, String... stack) {
        return new ExampleStack(jar, List.of(stack));
    }

    /** On JDK 21. */
    public Blocking blocking() {
        return blocking(true);
    }

    public Blocking blocking(boolean monitorsPin) {
        List<Frame> frames = stack.stream().map(ExampleStack::frame).toList();
        return new Blocking(new Stack(frames, false), BlockingEvent.PINNED, monitorsPin, null, null, null);
    }

    public List<Holder> holders() {
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
