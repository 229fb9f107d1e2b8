package golden;

import ch.qos.logback.core.ContextBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.EchoEncoder;
import java.io.OutputStream;

/** A log file on a slow disk: one thread writes, another, holding the application's own monitor, wants to. */
final class Logback {
    private final OutputStreamAppender<String> appender = new OutputStreamAppender<>();

    private Logback() {
        ContextBase context = new ContextBase();
        EchoEncoder<String> encoder = new EchoEncoder<>();
        encoder.setContext(context);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(new SlowDisk());
        appender.start();
    }

    public static void main(String[] arguments) throws Exception {
        Logback log = new Logback();
        boolean inMonitor = arguments[0].equals("under-the-callers-monitor");
        Blocked.behind(
                taken -> {
                    taken.countDown();
                    log.appender.doAppend("first");
                },
                () -> {
                    Thread.sleep(Blocked.MILLIS / 5);
                    if (inMonitor) {
                        log.audit("second");
                    } else {
                        log.appender.doAppend("second");
                    }
                    return null;
                });
    }

    private synchronized void audit(String text) {
        appender.doAppend(text);
    }

    /** Slow once: the second line has nothing to wait for but the first. */
    private static final class SlowDisk extends OutputStream {
        private boolean written;

        @Override
        public void write(int b) {
            // the line is written at once
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (!written) {
                written = true;
                Blocked.slow(bytes);
            }
        }
    }
}
