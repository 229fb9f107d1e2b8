package io.vtmonitor.report;

/**
 * How a newer JDK would change the pinned time. The four parts add up to all of it.
 *
 * @param goneOn24Nanos carrier-nanoseconds of sites that JDK 24 frees (JEP 491)
 * @param easedOn26Nanos the same of sites that JDK 26 eases (JDK-8369238)
 * @param staysNanos the same of sites that no JDK frees
 * @param unknownNanos the same of sites of which that is not known, among them those beyond the limit of sites
 */
public record Outlook(long goneOn24Nanos, long easedOn26Nanos, long staysNanos, long unknownNanos) {}
