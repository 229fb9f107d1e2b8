package io.vtmonitor.demo;

/** Waits for the lock of the stock, which is never released. */
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
