package io.vtmonitor.pins;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Writes what the agent has found into every recording: at the end of each chunk, and when asked to. */
public final class StateEvents {
    /**
     * JFR writes texts of less than 131,072 characters as constants of the chunk. A longer one stands in the event,
     * which is lost if there is no buffer of three bytes a character.
     */
    private static final int MOST_CHARACTERS = 10_000;

    private final Supplier<@Nullable String> source;
    private final Runnable atChunkEnd = this::commitQuietly;
    private boolean begun;
    private boolean withPools;
    private boolean over;
    private long number;

    /** @param source what was found by now, null for nothing; asked on JFR's threads */
    public StateEvents(Supplier<@Nullable String> source) {
        this.source = source;
    }

    /** Tells JFR of the event, once, which takes it a tenth of a second; nothing after {@link #end}. */
    public synchronized void begin() {
        if (begun || over) {
            return;
        }
        FlightRecorder.register(StateEvent.class);
        FlightRecorder.addPeriodicEvent(StateEvent.class, atChunkEnd);
        begun = true;
    }

    /** Whether JFR knows the event. */
    public synchronized boolean hasBegun() {
        return begun;
    }

    /** The same, and the events of what pools lend. */
    public synchronized void beginWithPools() {
        begin();
        if (begun && !withPools) {
            ResourceEvents.register();
            withPools = true;
        }
    }

    /** Takes that back. */
    public synchronized void end() {
        over = true;
        if (begun) {
            begun = false;
            FlightRecorder.removePeriodicEvent(atChunkEnd);
            FlightRecorder.unregister(StateEvent.class);
            if (withPools) {
                ResourceEvents.unregister();
            }
        }
    }

    /** JFR prints what a periodic task throws to the application's standard output. */
    private void commitQuietly() {
        try {
            commit();
        } catch (Throwable ignored) {
            // No memory, or our jar was replaced: the watch itself says so.
        }
    }

    /** Writes what was found by now; nothing before the first look. */
    public synchronized void commit() {
        if (!begun || !new StateEvent().isEnabled()) {
            return;
        }
        String text = source.get();
        if (text == null) {
            return;
        }
        // Of an agent that was here before, the states are older.
        number = Math.max(number + 1, System.currentTimeMillis());
        List<String> parts = split(text, MOST_CHARACTERS);
        for (int i = 0; i < parts.size(); i++) {
            StateEvent event = new StateEvent();
            event.number = number;
            event.part = i;
            event.parts = parts.size();
            event.text = parts.get(i);
            event.commit();
        }
    }

    /**
     * Cuts a text into parts, and no character into halves, which not every encoding can write.
     *
     * @param most characters of a part, two at least
     */
    static List<String> split(String text, int most) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (text.length() - from > most) {
            int to = from + most - (Character.isHighSurrogate(text.charAt(from + most - 1)) ? 1 : 0);
            parts.add(text.substring(from, to));
            from = to;
        }
        parts.add(text.substring(from));
        return parts;
    }
}
