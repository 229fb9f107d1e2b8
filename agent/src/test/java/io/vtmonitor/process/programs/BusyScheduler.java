package io.vtmonitor.process.programs;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * Keeps two carriers and has three virtual threads wait for one; for JDK 24 and later, with two carriers. Prints
 * {@code busy} then, and for each line {@code NAME VALUE} of the JDK's own bean; ends with its input.
 */
public final class BusyScheduler {
    private static volatile boolean over;

    private BusyScheduler() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch busy = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            Thread.ofVirtual().start(() -> {
                busy.countDown();
                while (!over) {
                    Thread.onSpinWait();
                }
            });
        }
        busy.await();
        for (int i = 0; i < 3; i++) {
            Thread.ofVirtual().start(Thread::onSpinWait);
        }
        Class<? extends PlatformManagedObject> type =
                Class.forName("jdk.management.VirtualThreadSchedulerMXBean").asSubclass(PlatformManagedObject.class);
        PlatformManagedObject bean = ManagementFactory.getPlatformMXBean(type);
        System.out.println("busy");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String name = input.readLine(); name != null; name = input.readLine()) {
            System.out.println(name + " " + type.getMethod("get" + name).invoke(bean));
        }
        over = true;
    }
}
