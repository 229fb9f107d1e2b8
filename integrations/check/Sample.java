import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * Makes a recording: {@code Sample FILE} of one pin, of a virtual thread that sleeps in a class initializer;
 * {@code Sample FILE monitor} of several in a monitor, which pins on JDK 21 to 23.
 */
public class Sample {
    private static final int SLEEPS = 3;

    static final class Slow {
        static final long NANOS = slept();
    }

    public static void main(String[] arguments) throws Exception {
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.JavaMonitorWait").withThreshold(Duration.ofMillis(1));
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.CPUInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            Thread.ofVirtual()
                    .start(arguments.length > 1 ? Sample::sleepInMonitor : Sample::sleepInInitializer)
                    .join();
            recording.stop();
            recording.dump(Path.of(arguments[0]));
        }
    }

    private static void sleepInInitializer() {
        System.setProperty("slept", String.valueOf(Slow.NANOS));
    }

    private static synchronized void sleepInMonitor() {
        for (int i = 0; i < SLEEPS; i++) {
            slept();
        }
    }

    private static long slept() {
        long begin = System.nanoTime();
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime() - begin;
    }
}
