package io.vtmonitor.model;

/**
 * The default scheduler has so few carriers that one held by a thread is felt.
 *
 * @param carriers that it has
 * @param monitorsPin whether owning a monitor keeps a carrier, too
 * @param enough a number of carriers to set instead
 */
public record FewCarriers(int carriers, boolean monitorsPin, int enough) {}
