package io.vtmonitor.model;

/** Takes pins: one by one as they end, or in batches from a recording, which has millions. */
@FunctionalInterface
public interface PinSink {
    /** Takes a pin. */
    void accept(Pin pin);

    /** Takes a batch. Whoever need not see each pin overrides this, and makes no object for it. */
    default void accept(PinColumns pins) {
        for (int i = 0; i < pins.size(); i++) {
            Pin pin = pins.pin(i);
            if (pin != null) {
                accept(pin);
            }
        }
    }
}
