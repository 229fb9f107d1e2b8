package io.vtmonitor.sample;

/**
 * A product was stored.
 *
 * @param name its name
 */
record ProductStored(String name) {}
