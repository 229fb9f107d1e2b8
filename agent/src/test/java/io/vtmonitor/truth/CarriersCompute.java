package io.vtmonitor.truth;

/**
 * Two virtual threads, "cruncher-0" and "cruncher-1", compute without a pause, on both carriers. Twenty others could
 * run and get no carrier.
 */
public final class CarriersCompute {
    private static final int CRUNCHERS = 2;

    private static volatile int began;
    private static volatile long sum;

    private CarriersCompute() {}

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < CRUNCHERS; i++) {
            Truth.virtual("cruncher-" + i, CarriersCompute::crunch);
            int started = i + 1;
            Truth.await(() -> began == started);
        }
        Truth.queueForCarriers();
        Truth.stay();
    }

    private static void crunch() {
        synchronized (CarriersCompute.class) {
            began++;
        }
        long own = 1;
        while (own != 0) {
            own = own * 31 | 1;
            sum = own;
        }
    }
}
