package io.vtmonitor.model;

/**
 * A pin and what is to be said of it.
 *
 * @param pin the interval
 * @param diagnosis shared by all pins of the same {@link Blocking}
 */
public record DiagnosedPin(Pin pin, Diagnosis diagnosis) {}
