package io.vtmonitor.demo;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A shop with three mistakes. Its checkouts sleep in a monitor, which pins on JDK 21 to 23. The first two callers of
 * its prices meet in a class initializer that sleeps, which pins on every JDK. Two of its transfers take two locks in
 * opposite orders and never end, and twenty orders wait for one of these locks. Where there are no virtual threads,
 * only the last is shown, with platform threads.
 */
public final class Shop {
    private static final int CHECKOUTS = 20;
    private static final int ORDERS = 20;

    private Shop() {}

    /**
     * Prints {@code ready} once the locks are crossed, waits for a byte or the end of its input, writes a heap dump,
     * and exits.
     *
     * @param arguments the heap dump's file, which must not exist
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (Threads.areVirtual()) {
            List<Thread> customers = new ArrayList<>();
            for (int i = 0; i < CHECKOUTS; i++) {
                customers.add(Threads.start("checkout-" + i, new Basket()));
            }
            for (int i = 0; i < 2; i++) {
                customers.add(Threads.start("price-" + i, new PriceCheck()));
            }
            for (Thread customer : customers) {
                customer.join();
            }
        }
        Threads.start("debit", new Transfer(Transfer.STOCK, Transfer.LEDGER));
        Threads.start("credit", new Transfer(Transfer.LEDGER, Transfer.STOCK));
        Transfer.awaitBoth();
        for (int i = 0; i < ORDERS; i++) {
            Threads.start("order-" + i, new Order());
        }
        System.out.println("ready");
        System.in.read();
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
        System.exit(0);
    }
}
