package io.vtmonitor.process.programs;

import java.io.IOException;

/** Sleeps 1500 frames deep, on the main thread: three times, {@code deep}, and after each line of its input again. */
public final class DeepSleeps {
    private static final int FRAMES = 1500;

    private DeepSleeps() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        sleepThreeTimes();
        System.out.println("deep");
        for (int c = System.in.read(); c >= 0; c = System.in.read()) {
            if (c == '\n') {
                sleepThreeTimes();
                System.out.println("deep again");
            }
        }
    }

    private static void sleepThreeTimes() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            sleep(FRAMES);
        }
    }

    private static void sleep(int frames) throws InterruptedException {
        if (frames > 0) {
            sleep(frames - 1);
        } else {
            Thread.sleep(5);
        }
    }
}
