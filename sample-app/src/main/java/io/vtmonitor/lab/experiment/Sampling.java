package io.vtmonitor.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/** A figure over time: asked for four times a second until this is closed. */
final class Sampling implements AutoCloseable {
    private static final long EVERY_MILLIS = 250;

    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final DoubleSupplier figure;
    private final long begin = System.nanoTime();
    private final Thread thread;

    /** Begins at once. */
    Sampling(DoubleSupplier figure) {
        this.figure = figure;
        thread = Thread.ofVirtual().name("sampling").start(this::run);
    }

    /** What was seen so far. */
    synchronized Chart.Series series(String name) {
        return new Chart.Series(name, List.copyOf(seconds), List.copyOf(values));
    }

    /** Not a number before the first answer. */
    synchronized double highest() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** Not a number before the first answer. */
    synchronized double first() {
        return values.isEmpty() ? Double.NaN : values.get(0);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                double value = figure.getAsDouble();
                if (!Double.isNaN(value)) {
                    add(value);
                }
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException ignored) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(double value) {
        seconds.add((System.nanoTime() - begin) / 1e9);
        values.add(value);
    }
}
