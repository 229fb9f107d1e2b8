package io.vtmonitor.live;

import io.vtmonitor.common.EpochNanos;
import io.vtmonitor.jfr.ChunkClock;
import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.Pin;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the times that the stream delivers. For as long as the JVM lives, that is the clock of the chunk with
 * which the stream began ({@code ChunkParser.timeConverter}). Each later chunk has its own clock, which is correct when
 * the chunk begins. The machine's clock is set and adjusted, so after weeks the stream differs from it by seconds. So
 * times of the stream must be converted before they are compared with others. If the stream was opened again, its times
 * are shifted to those that the first stream would have delivered.
 *
 * <p>Updated by the stream's thread. Any thread may call {@link #ahead()} and {@link #now}.
 */
final class StreamClock {
    private static final MethodType LONG = MethodType.methodType(long.class);

    private final @Nullable Counter counter;
    private final LongSupplier machine;
    private boolean known;
    private boolean reopened;
    private long ticks;
    private long nanos;
    private long shift;
    private volatile long ahead;

    /** The JVM's own clock, by which events are recorded, and which is never set. */
    interface Counter {
        /** The current value. */
        long ticks();

        /** Ticks per second. */
        long perSecond();
    }

    /**
     * Starts as correct as the machine's clock.
     *
     * @param counter null if it is not available: then the stream's clock is assumed to be correct
     * @param machine the machine's clock, in nanoseconds since the epoch
     */
    StreamClock(@Nullable Counter counter, LongSupplier machine) {
        this.counter = counter;
        this.machine = machine;
    }

    /**
     * The clock of this JVM's stream.
     *
     * @param internals full access to the classes of {@code jdk.jfr.internal}
     */
    static StreamClock of(Function<Class<?>, Lookup> internals) {
        return new StreamClock(counter(internals), () -> EpochNanos.nanos(Instant.now()));
    }

    private static @Nullable Counter counter(Function<Class<?>, Lookup> internals) {
        try {
            Class<?> jvm = Class.forName(FlightRecorder.class.getModule(), "jdk.jfr.internal.JVM");
            Lookup lookup = internals.apply(jvm);
            MethodHandle now = lookup.findStatic(jvm, "counterTime", LONG);
            long perSecond =
                    (long) lookup.findStatic(jvm, "getTicksFrequency", LONG).invokeExact();
            return perSecond <= 0 ? null : new JvmCounter(now, perSecond);
        } catch (Throwable ignored) {
            return null;
        }
    }

    private record JvmCounter(MethodHandle now, long perSecond) implements Counter {
        @Override
        public long ticks() {
            try {
                return (long) now.invokeExact();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Whether this flush has had no event yet that set the time. */
    boolean isAsking() {
        return !known;
    }

    /**
     * Sets the time from an event of the stream. One event for each flush is enough.
     *
     * @param eventTicks its time in ticks of the JVM's own clock
     * @param streamNanos its time as the stream delivers it
     */
    void event(long eventTicks, long streamNanos) {
        if (reopened) {
            shift = ticks == 0 || counter == null ? 0 : at(eventTicks) - streamNanos;
            reopened = false;
        }
        ticks = eventTicks;
        nanos = streamNanos + shift;
        known = true;
    }

    /** Called after each flush. */
    void flushed() {
        known = false;
        if (counter != null && ticks != 0) {
            ahead = at(counter.ticks()) - machine.getAsLong();
        }
    }

    /**
     * Called when the stream was opened again: its times are now by the clock of another chunk. The next event shows
     * the difference.
     */
    void reopened() {
        reopened = true;
        known = false;
    }

    private long at(long otherTicks) {
        double perNano = counter == null ? 1 : counter.perSecond() / 1e9;
        return nanos + (long) ((otherTicks - ticks) / perNano);
    }

    /** What has to be added to the times of a stream that was opened again; 0 for the first stream. */
    long shift() {
        return shift;
    }

    /** A copy of the pin, shifted. */
    Pin shifted(Pin pin) {
        return shift == 0
                ? pin
                : new Pin(
                        pin.blocking(),
                        pin.startNanos() + shift,
                        pin.durationNanos(),
                        pin.threadId(),
                        pin.threadName(),
                        pin.previousOwner());
    }

    /** A copy of the file I/O, shifted. */
    FileIo shifted(FileIo busy) {
        return shift == 0
                ? busy
                : new FileIo(
                        busy.stack(),
                        busy.operation(),
                        busy.startNanos() + shift,
                        busy.durationNanos(),
                        busy.compensated());
    }

    /** Nanoseconds by which this clock was ahead of the machine's at the latest flush. */
    long ahead() {
        return ahead;
    }

    /** The current time by this clock, in nanoseconds since the epoch. */
    long now() {
        return machine.getAsLong() + ahead;
    }

    /** Nanoseconds by which this clock is ahead of a chunk's. Called when the stream's thread has ended. */
    long ahead(ChunkClock chunk) {
        return ticks == 0 ? 0 : nanos - chunk.nanos(ticks);
    }
}
