package io.vtmonitor.report;

import io.vtmonitor.report.figures.LeftOut;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gate saw, without a sentence. {@code report.text.GateText} makes those. */
public final class GateFacts {
    private GateFacts() {}

    /** What was seen of that which a condition asks for. */
    public sealed interface Evidence {}

    /** What a site is asked for. */
    public enum SiteCheck {
        TIME,
        LONG_PIN,
        NEW,
        GROWTH
    }

    /**
     * Time that pins took in all.
     *
     * @param partly whether something is left out of it
     */
    public record PinnedTime(double seconds, boolean partly) implements Evidence {}

    /**
     * Pins in all.
     *
     * @param partly whether something is left out of them
     */
    public record PinCount(long pins, boolean partly) implements Evidence {}

    /**
     * Capacity lost, as a share.
     *
     * @param atMost whether less of it may be the default scheduler's
     */
    public record LostCapacity(double share, boolean atMost) implements Evidence {}

    /**
     * Time in which no carrier was free.
     *
     * @param atMost whether less of it may be the default scheduler's
     */
    public record StarvedTime(double seconds, boolean atMost) implements Evidence {}

    /**
     * Sites, one by one.
     *
     * @param met how many have what is asked for
     * @param partly whether some are left out
     */
    public record Sites(SiteCheck check, int met, boolean partly) implements Evidence {}

    /** What is pinned in so many sites with a holder or an entry in a package. */
    public record PackageTime(String prefix, double seconds, int sites) implements Evidence {}

    /**
     * Virtual threads that waited at one place.
     *
     * @param most so many at once, 0 if none was seen
     * @param watched whether any report looked for them
     */
    public record WaitingThreads(int most, boolean watched) implements Evidence {}

    /**
     * Places in class files that hold a carrier while they can block.
     *
     * @param first its id, null if there is none
     */
    public record BlockingPlaces(int places, @Nullable String first) implements Evidence {}

    /** What met a condition. */
    public sealed interface Met {}

    /** A site, or what several reports say of it. */
    public record PinnedSite(String id, double seconds, long pins, double longest, List<String> entries)
            implements Met {
        public PinnedSite {
            entries = List.copyOf(entries);
        }
    }

    /**
     * A place where virtual threads waited.
     *
     * @param most so many at once
     */
    public record WaitPlace(
            String site,
            WaitOperation operation,
            @Nullable String pool,
            int most,
            @Nullable String caller) implements Met {}

    /** A place in class files. */
    public record BlockingPlace(String id) implements Met {}

    /** What hides that a condition is met, so that one that is not met says nothing. */
    public sealed interface BlindSpot {}

    /**
     * A limit of a report.
     *
     * @param strict whether it counts only because a strict gate was asked for
     */
    public record Limited(Limit limit, boolean strict) implements BlindSpot {}

    /** The reports are of no time. */
    public record NothingWatched() implements BlindSpot {}

    /** None of so many pins is in the package that was selected. */
    public record NotInPackage(long pins) implements BlindSpot {}

    /** Pins shorter than that were not recorded. */
    public record ShorterPins(long nanos, String expression) implements BlindSpot {}

    /** The same by a limit, for a while. */
    public record ShorterPinsForAWhile(Limit limit, String expression) implements BlindSpot {}

    /** Waits for monitors shorter than that were not recorded, which pin on this JDK. */
    public record ShorterMonitorWaits(long nanos, String javaVersion, String expression) implements BlindSpot {}

    /**
     * Pins of sites beyond the bound may meet a condition.
     *
     * @param longest whether the time is that of the longest, not of all
     */
    public record UnlistedSites(long pins, boolean longest, long nanos, String expression) implements BlindSpot {}

    /** Pins may be those of another scheduler. */
    public record OtherSchedulers(String expression) implements BlindSpot {}

    /** What virtual threads wait for was not checked. */
    public record WaitsUnwatched(String expression) implements BlindSpot {}

    /** So many pins have no stack. */
    public record UnknownStacks(long pins, String expression) implements BlindSpot {}

    /** Not all of the input could be read: by the words of whoever read it. */
    public record Unread(String why) implements BlindSpot {}

    /** What there is to know of the figures that were judged. */
    public sealed interface Note {}

    /** Pins that options left out. */
    public record NotRequested(LeftOut pins) implements Note {}

    /** Sites of what happens once per JVM are left out. */
    public record OneTimeSites(int sites, long nanos) implements Note {}

    /**
     * Sites are left out by a list of exceptions.
     *
     * @param pattern as it was given
     */
    public record Excepted(String pattern, int sites, long nanos, String reason) implements Note {}

    /** A line of that list is over. */
    public record ExpiredException(int line, String pattern, LocalDate until) implements Note {}

    /** A line of that list matches nothing. */
    public record UnusedException(int line, String pattern) implements Note {}

    /** So many pins of sites beyond the bound count for no site. */
    public record UnlistedPins(long pins) implements Note {}

    /** Starved time includes that of sites that are left out. */
    public record StarvedTimeOfAll() implements Note {}

    /** What makes the two sides of a comparison hard to compare, which a condition asks for. */
    public record OfComparison(DifferenceFacts.Note note) implements Note {}

    /** So many findings in class files are left out by a list of exceptions. */
    public record ExceptedFindings(int findings) implements Note {}
}
