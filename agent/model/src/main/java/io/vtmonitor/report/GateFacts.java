package io.vtmonitor.report;

import io.vtmonitor.report.figures.LeftOut;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gate found, as data. {@code report.text.GateText} makes the sentences. */
public final class GateFacts {
    private GateFacts() {}

    /** What was found of the property that a condition is about. */
    public sealed interface Evidence {}

    /** The property of sites that a condition checks. */
    public enum SiteCheck {
        TIME,
        LONG_PIN,
        NEW,
        GROWTH
    }

    /**
     * The total time of pins.
     *
     * @param partly whether some pins are left out
     */
    public record PinnedTime(double seconds, boolean partly) implements Evidence {}

    /**
     * The total number of pins.
     *
     * @param partly whether some pins are left out
     */
    public record PinCount(long pins, boolean partly) implements Evidence {}

    /**
     * The lost part of the carriers' capacity, 0 to 1.
     *
     * @param atMost whether it may be less: the default scheduler's, or of a JVM whose carriers are unknown
     */
    public record LostCapacity(double share, boolean atMost) implements Evidence {}

    /**
     * Time in which no carrier was free.
     *
     * @param atMost whether it may be less: the default scheduler's, or of a JVM whose carriers are unknown
     */
    public record StarvedTime(double seconds, boolean atMost) implements Evidence {}

    /**
     * How many sites have a property.
     *
     * @param met how many sites meet the condition
     * @param partly whether some sites are left out
     */
    public record Sites(SiteCheck check, int met, boolean partly) implements Evidence {}

    /** The pinned time of sites with a holder or an entry in a package. */
    public record PackageTime(String prefix, double seconds, int sites) implements Evidence {}

    /**
     * Virtual threads that waited at one place.
     *
     * @param most the most at one time; 0 if there were none
     * @param watched whether any report watched waits
     */
    public record WaitingThreads(int most, boolean watched) implements Evidence {}

    /**
     * Places in class files that hold a carrier while they can block.
     *
     * @param first the id of the first one; null if there is none
     */
    public record BlockingPlaces(int places, @Nullable String first) implements Evidence {}

    /** A site or a place that met a condition. */
    public sealed interface Met {}

    /** A site, with the figures of all reports that have it. */
    public record PinnedSite(String id, double seconds, long pins, double longest, List<String> entries)
            implements Met {
        public PinnedSite {
            entries = List.copyOf(entries);
        }
    }

    /**
     * A place where virtual threads waited.
     *
     * @param most the most threads at one time
     */
    public record WaitPlace(
            String site,
            WaitOperation operation,
            @Nullable String pool,
            int most,
            @Nullable String caller) implements Met {}

    /** A place in class files. */
    public record BlockingPlace(String id) implements Met {}

    /** Something that may hide that a condition is met. Then a condition that is not met proves nothing. */
    public sealed interface BlindSpot {}

    /**
     * A limit of a report.
     *
     * @param strict whether it counts only because the gate is strict
     */
    public record Limited(Limit limit, boolean strict) implements BlindSpot {}

    /** The reports cover no time. */
    public record NothingWatched() implements BlindSpot {}

    /**
     * The baseline lacks pins, so a site that grew may seem to be new.
     *
     * @param limit why it lacks them; null if nothing was watched
     */
    public record BlindBaseline(@Nullable Limit limit, String expression) implements BlindSpot {}

    /** None of the pins is in the selected package. */
    public record NotInPackage(long pins) implements BlindSpot {}

    /** Pins shorter than {@code nanos} were not recorded. */
    public record ShorterPins(long nanos, String expression) implements BlindSpot {}

    /** Shorter pins were not recorded for a while, as the limit says. */
    public record ShorterPinsForAWhile(Limit limit, String expression) implements BlindSpot {}

    /** Waits for monitors that were shorter than {@code nanos}, which pin on this JDK, were not recorded. */
    public record ShorterMonitorWaits(long nanos, String javaVersion, String expression) implements BlindSpot {}

    /**
     * Pins of sites beyond the limit of sites may meet a condition.
     *
     * @param longest whether {@code nanos} is the time of the longest pin; else it is that of all of them
     * @param listedNanos time of listed sites without which the others can't meet the condition; else 0
     */
    public record UnlistedSites(long pins, boolean longest, long nanos, long listedNanos, String expression)
            implements BlindSpot {}

    /** Pins may be those of another scheduler. */
    public record OtherSchedulers(String expression) implements BlindSpot {}

    /** It is unknown of a JVM how many carriers it had. */
    public record UnknownCarriers(String expression) implements BlindSpot {}

    /** What virtual threads wait for was not checked. */
    public record WaitsUnwatched(String expression) implements BlindSpot {}

    /** Some pins have no stack. */
    public record UnknownStacks(long pins, String expression) implements BlindSpot {}

    /** Not all of the input could be read; {@code why} is the reader's message. */
    public record Unread(String why) implements BlindSpot {}

    /** A note on the figures that were judged. */
    public sealed interface Note {}

    /** Pins that options left out. */
    public record NotRequested(LeftOut pins) implements Note {}

    /** Sites that occur once per JVM are left out. */
    public record OneTimeSites(int sites, long nanos) implements Note {}

    /**
     * Sites that a list of exceptions leaves out.
     *
     * @param pattern the pattern as the user wrote it
     */
    public record Excepted(String pattern, int sites, long nanos, String reason) implements Note {}

    /** A line of the list of exceptions has expired. */
    public record ExpiredException(int line, String pattern, LocalDate until) implements Note {}

    /** A line of the list of exceptions matches nothing. */
    public record UnusedException(int line, String pattern) implements Note {}

    /** Pins of sites beyond the limit of sites count for no site. */
    public record UnlistedPins(long pins) implements Note {}

    /** The starved time includes that of sites that are left out. */
    public record StarvedTimeOfAll() implements Note {}

    /** A difference that makes the two sides hard to compare, for conditions on a comparison. */
    public record OfComparison(DifferenceFacts.Note note) implements Note {}

    /** A list of exceptions leaves out findings in class files. */
    public record ExceptedFindings(int findings) implements Note {}
}
