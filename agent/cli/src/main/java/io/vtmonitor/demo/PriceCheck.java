package io.vtmonitor.demo;

/** Asks for a price. The first call initializes the class that has the prices. */
final class PriceCheck implements Runnable {
    @Override
    public void run() {
        Prices.ofTea();
    }

    /** Loads its prices slowly while its class is initialized. */
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
