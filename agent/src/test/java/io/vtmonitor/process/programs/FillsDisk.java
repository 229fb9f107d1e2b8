package io.vtmonitor.process.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills the disk of the folder it is given, some megabytes a second, and continues working. */
public final class FillsDisk {
    private FillsDisk() {}

    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        System.in.read();
        byte[] block = new byte[128 << 10];
        try (OutputStream out = Files.newOutputStream(Path.of(args[0], "fill"))) {
            while (true) {
                out.write(block);
                Thread.sleep(20);
            }
        } catch (IOException ignored) {
            System.out.println("full");
        }
        for (int i = 0; i < 200; i++) {
            Thread.ofVirtual().start(FillsDisk::nap).join();
        }
        Thread.sleep(2_500); // JFR would write twice
        System.out.println("application done");
    }

    private static synchronized void nap() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
