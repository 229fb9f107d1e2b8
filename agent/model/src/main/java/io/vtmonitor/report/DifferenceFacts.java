package io.vtmonitor.report;

import java.util.List;
import java.util.Locale;

/** What explains a difference, as data. {@code report.text.DifferenceText} makes the sentences. */
public final class DifferenceFacts {
    private DifferenceFacts() {}

    /** What explains a site's change. */
    public sealed interface Why {}

    /**
     * On JDK 24, only some of the site's holders are left.
     *
     * @param formerly the ids that it had before
     * @param partly whether the first side also has the site under its present id
     */
    public record LostMonitors(List<String> formerly, boolean partly) implements Why {
        public LostMonitors {
            formerly = List.copyOf(formerly);
        }
    }

    /**
     * On JDK 24 and later, monitors do not hold the carrier. {@code pinning} are releases of the sides that pin,
     * {@code free} those that do not.
     */
    public record FreedMonitors(List<Integer> pinning, List<Integer> free) implements Why {
        public FreedMonitors {
            pinning = List.copyOf(pinning);
            free = List.copyOf(free);
        }
    }

    /** The same for waits for the initialization of a class, which rarely pin on JDK 26 and later. */
    public record EasedInitialization(List<Integer> pinning, List<Integer> eased) implements Why {
        public EasedInitialization {
            pinning = List.copyOf(pinning);
            eased = List.copyOf(eased);
        }
    }

    /** A holder's library has other versions. */
    public record OtherLibrary(String name, List<String> before, List<String> after) implements Why {
        public OtherLibrary {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /** The site occurs once per JVM, so a recording need not have it. */
    public record OncePerJvm() implements Why {}

    /** A difference that makes the two sides hard to compare. */
    public sealed interface Note {}

    /** A side of a comparison. */
    public enum SideName {
        BEFORE,
        AFTER;

        /** The name in reports: lower case. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The two sides ran on different JDKs. */
    public record OtherJdks(List<String> before, List<String> after) implements Note {
        public OtherJdks {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /**
     * The two sides were recorded with different thresholds, in nanoseconds.
     *
     * @param monitors whether the thresholds are those of waits for a monitor or for notify; else those of pins
     */
    public record OtherThresholds(boolean monitors, List<Long> before, List<Long> after) implements Note {
        public OtherThresholds {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /** The two sides had different numbers of carriers. */
    public record OtherCarriers(List<Integer> before, List<Integer> after) implements Note {
        public OtherCarriers {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /** One side is dumps, so only the other knows pins that have ended: sites are not compared. */
    public record PinsOfOneSide(SideName known) implements Note {}

    /** Only one side knows what virtual threads waited for. */
    public record WaitsOfOneSide(SideName known) implements Note {}

    /** A side has one look at what virtual threads waited for, so it shows an instant, and no mean. */
    public record OneLook(SideName side) implements Note {}

    /** A side is short, so that figures per hour are extrapolated. */
    public record ShortSide(SideName side, double seconds) implements Note {}

    /** Pins of a side were left out by options. */
    public record PinsNotRequested(SideName side, long pins) implements Note {}

    /** Not all class files of a side's sites were found. */
    public record UnreadSites(SideName side, long sites) implements Note {}

    /** Pins of sites beyond the limit of sites, which count for no site. */
    public record UnlistedSites(SideName side, long pins) implements Note {}

    /** A limit of a side's reports. */
    public record LimitOf(SideName side, Limit limit) implements Note {}
}
