package io.vtmonitor.report;

/**
 * What becomes of the pinned time on a newer JDK; the four add up to all of it.
 *
 * @param goneOn24Nanos of sites that JDK 24 frees (JEP 491)
 * @param easedOn26Nanos of sites that JDK 26 eases (JDK-8369238)
 * @param staysNanos of sites that no JDK frees
 * @param unknownNanos of sites of which that is not known, the folded ones among them
 */
public record Outlook(long goneOn24Nanos, long easedOn26Nanos, long staysNanos, long unknownNanos) {}
