package io.vtmonitor.report;

/**
 * What becomes of the pinned time on a newer JDK; the four add up to all of it.
 *
 * @param goneOn24Seconds of sites that JDK 24 frees (JEP 491)
 * @param easedOn26Seconds of sites that JDK 26 eases (JDK-8369238)
 * @param staysSeconds of sites that no JDK frees
 * @param unknownSeconds of sites of which that is not known, the folded ones among them
 */
public record Outlook(double goneOn24Seconds, double easedOn26Seconds, double staysSeconds, double unknownSeconds) {}
