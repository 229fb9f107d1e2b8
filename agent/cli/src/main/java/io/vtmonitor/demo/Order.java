package io.vtmonitor.demo;

/** Needs the stock, whose lock never becomes free. */
final class Order implements Runnable {
    @Override
    public void run() {
        Transfer.STOCK.lock();
        try {
            Transfer.moved();
        } finally {
            Transfer.STOCK.unlock();
        }
    }
}
