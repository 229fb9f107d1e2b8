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
 * The clock that the stream's times are by: that of the chunk it began with, for as long as the JVM lives
 * ({@code ChunkParser.timeConverter}), while each later chunk has its own, right when it began. The machine's clock is
 * set and made to go faster or slower, so after weeks the stream is seconds away from it. Whoever compares a time of
 * the stream's with another asks here. Where the stream was opened again, what it tells is given the times that the
 * first would have given.
 *
 * <p>Written by the stream's thread; {@link #ahead()} and {@link #now} may be asked by any.
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

    /** The JVM's own time, which nobody sets: that of the events. */
    interface Counter {
        /** The current value. */
        long ticks();

        /** How many make a second. */
        long perSecond();
    }

    /**
     * As right as the machine's clock, to begin with.
     *
     * @param counter null where it can't be had: then the stream is taken to stay as right
     * @param machine the machine's clock, nanoseconds since the epoch
     */
    StreamClock(@Nullable Counter counter, LongSupplier machine) {
        this.counter = counter;
        this.machine = machine;
    }

    /**
     * Of this JVM.
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

    /** Whether no event of this flush has given the time yet. */
    boolean isAsking() {
        return !known;
    }

    /**
     * An event of the stream tells the time; one for each flush is enough.
     *
     * @param eventTicks in the JVM's own time
     * @param streamNanos the same as the stream has it
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

    /** All events of a flush came. */
    void flushed() {
        known = false;
        if (counter != null && ticks != 0) {
            ahead = at(counter.ticks()) - machine.getAsLong();
        }
    }

    /** The stream was opened again, so its times are by another chunk's clock; the next event tells which. */
    void reopened() {
        reopened = true;
        known = false;
    }

    private long at(long otherTicks) {
        double perNano = counter == null ? 1 : counter.perSecond() / 1e9;
        return nanos + (long) ((otherTicks - ticks) / perNano);
    }

    /** What is to be added to the times of a stream that was opened again; 0 for the first. */
    long shift() {
        return shift;
    }

    /** The same with that added. */
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

    /** The same file I/O by this clock. */
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

    /** By how much it is ahead of the machine's clock, in nanoseconds, as of the latest flush. */
    long ahead() {
        return ahead;
    }

    /** The current time by this clock, nanoseconds since the epoch. */
    long now() {
        return machine.getAsLong() + ahead;
    }

    /** By how much it is ahead of a chunk's, in nanoseconds. To be asked when the stream's thread has ended. */
    long ahead(ChunkClock chunk) {
        return ticks == 0 ? 0 : nanos - chunk.nanos(ticks);
    }
}
