package io.vtmonitor.recording;

import io.vtmonitor.model.FileIo;
import io.vtmonitor.model.PinSink;
import io.vtmonitor.pins.JvmInfo;
import io.vtmonitor.report.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A recording of a format that our reader does not know, read by {@link JdkRecording} on a separate thread. The JDK's
 * reader can loop forever in a damaged file, and no thread can be forced to stop: one that makes no progress is
 * abandoned, as a daemon, and what it has delivered is used.
 */
final class JdkFallback implements RecordingReader {
    /** Without an event for so long it is given up. It reads the constants of a whole chunk before the first one. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final JdkRecording recording;
    private final Path file;
    private final Duration patience;

    private JdkFallback(JdkRecording recording, Path file, Duration patience) {
        this.recording = recording;
        this.file = file;
        this.patience = patience;
    }

    /** What the thread does; it says at each event that it got further. */
    private interface Work {
        void run(Attempt attempt) throws UnreadableRecordingException;
    }

    /** One thread's, until it is done or given up. */
    private static final class Attempt {
        private final AtomicLong events = new AtomicLong();
        private final long most;
        private boolean givenUp;
        private @Nullable UnreadableRecordingException refused;
        private @Nullable RuntimeException failed;

        /** @param most events that there can be */
        Attempt(long most) {
            this.most = most;
        }

        /** Says whether to stop. */
        boolean another() {
            if (events.incrementAndGet() > most) {
                giveUp(); // the same ones over and over
            }
            return isGivenUp();
        }

        synchronized boolean isGivenUp() {
            return givenUp;
        }

        /** Hands on what came in time. */
        synchronized <T> void deliver(Consumer<? super T> to, T what) {
            if (!givenUp) {
                to.accept(what);
            }
        }

        private synchronized void giveUp() {
            givenUp = true;
        }

        private void run(Work work) {
            try {
                work.run(this);
            } catch (UnreadableRecordingException e) {
                refused = e;
            } catch (RuntimeException e) {
                failed = e;
            }
        }
    }

    /**
     * Finds out what the recording says of its JVM.
     *
     * @param named what the user calls the file
     * @param why ours does not do
     * @throws UnreadableRecordingException where nothing can be read
     */
    static JdkFallback open(Path file, Path named, Limit why, Duration patience) throws UnreadableRecordingException {
        JdkRecording[] opened = new JdkRecording[1];
        Attempt attempt =
                within(file, patience, its -> opened[0] = JdkRecording.open(file, named, List.of(why), its::another));
        if (attempt.refused != null) {
            throw attempt.refused;
        }
        JdkRecording recording = opened[0];
        if (attempt.isGivenUp() || recording == null) {
            throw new UnreadableRecordingException(
                    named, why.text("problem") + ". The JDK's own reader " + stuck(patience), null);
        }
        return new JdkFallback(recording, file, patience);
    }

    private static String stuck(Duration patience) {
        return "made no progress for " + patience.toSeconds() + " s, or read the same again, and was stopped";
    }

    private static Attempt within(Path file, Duration patience, Work work) {
        Attempt attempt = new Attempt(file.toFile().length());
        Thread thread = new Thread(() -> attempt.run(work), "vt-monitor-jdk-reader");
        thread.setDaemon(true);
        thread.start();
        try {
            long seen = -1;
            while (thread.isAlive() && seen != attempt.events.get()) {
                seen = attempt.events.get();
                thread.join(patience.toMillis());
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            attempt.giveUp();
        } else if (attempt.failed != null) {
            throw attempt.failed;
        }
        return attempt;
    }

    @Override
    public JvmInfo jvm() {
        return recording.jvm();
    }

    @Override
    public String classPath() {
        return recording.classPath();
    }

    @Override
    public long startNanos() {
        return recording.startNanos();
    }

    @Override
    public RecordingSummary read(PinSink pins, Consumer<? super FileIo> busy) {
        RecordingSummary[] reading = new RecordingSummary[1];
        Attempt attempt = within(
                file,
                patience,
                its -> reading[0] = recording.read(
                        pin -> its.deliver(pins::accept, pin), file -> its.deliver(busy, file), its::another));
        RecordingSummary whole = reading[0];
        return attempt.isGivenUp() || whole == null ? recording.begun("the JDK's reader " + stuck(patience)) : whole;
    }
}
