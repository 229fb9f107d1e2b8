package io.vtmonitor.model;

/** Takes pins, as they end or as a recording has them. */
@FunctionalInterface
public interface PinSink {
    /** Takes a pin. */
    void accept(Pin pin);
}
