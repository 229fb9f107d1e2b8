import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/** Makes a recording with one pin: a virtual thread sleeps in a class initializer. Run by: java Sample.java FILE. */
public class Sample {
    static final class Slow {
        static final long NANOS;

        static {
            long begin = System.nanoTime();
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            NANOS = System.nanoTime() - begin;
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.VirtualThreadPinned")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.CPUInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            Thread.ofVirtual()
                    .start(() -> System.setProperty("slept", String.valueOf(Slow.NANOS)))
                    .join();
            recording.stop();
            recording.dump(Path.of(arguments[0]));
        }
    }
}
