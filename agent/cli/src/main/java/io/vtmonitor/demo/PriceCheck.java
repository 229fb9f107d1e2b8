package io.vtmonitor.demo;

/** Asks for a price: the first to ask initializes the class that knows it. */
final class PriceCheck implements Runnable {
    @Override
    public void run() {
        Prices.ofTea();
    }

    /** Reads its prices from a slow place while its class is initialized. */
    private static final class Prices {
        private static final int LOADING_MILLIS = 500;
        private static final int TEA = load();

        static int ofTea() {
            return TEA;
        }

        private static int load() {
            Threads.sleep(LOADING_MILLIS);
            return 3;
        }
    }
}
