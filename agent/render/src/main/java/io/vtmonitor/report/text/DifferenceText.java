package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.Difference;
import io.vtmonitor.report.DifferenceFacts.EasedInitialization;
import io.vtmonitor.report.DifferenceFacts.FreedMonitors;
import io.vtmonitor.report.DifferenceFacts.LimitOf;
import io.vtmonitor.report.DifferenceFacts.LostMonitors;
import io.vtmonitor.report.DifferenceFacts.Note;
import io.vtmonitor.report.DifferenceFacts.OncePerJvm;
import io.vtmonitor.report.DifferenceFacts.OneLook;
import io.vtmonitor.report.DifferenceFacts.OtherCarriers;
import io.vtmonitor.report.DifferenceFacts.OtherJdks;
import io.vtmonitor.report.DifferenceFacts.OtherLibrary;
import io.vtmonitor.report.DifferenceFacts.OtherThresholds;
import io.vtmonitor.report.DifferenceFacts.PinsNotRequested;
import io.vtmonitor.report.DifferenceFacts.PinsOfOneSide;
import io.vtmonitor.report.DifferenceFacts.ShortSide;
import io.vtmonitor.report.DifferenceFacts.UnlistedSites;
import io.vtmonitor.report.DifferenceFacts.UnreadSites;
import io.vtmonitor.report.DifferenceFacts.WaitsOfOneSide;
import io.vtmonitor.report.DifferenceFacts.Why;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What explains a difference, in sentences. */
public final class DifferenceText {
    private DifferenceText() {}

    /** Reasons why the two sides are hard to compare. */
    public static List<String> notes(Difference difference) {
        return difference.notes().stream().map(DifferenceText::sentence).toList();
    }

    /** What explains a site's change. */
    public static String sentence(Why why) {
        if (why instanceof LostMonitors is) {
            return (is.partly() ? "Part of it was " : "It was ") + String.join(" and ", is.formerly())
                    + " before: on JDK 24 and later, its monitors do not hold the carrier (JEP 491)";
        } else if (why instanceof FreedMonitors is) {
            return "JDK " + text(is.pinning()) + " pins here, " + text(is.free())
                    + " does not: on JDK 24 and later, monitors do not hold the carrier (JEP 491)";
        } else if (why instanceof EasedInitialization is) {
            return "JDK " + text(is.pinning()) + " pins here, " + text(is.eased())
                    + " rarely does: on JDK 26 and later, most waits for a class's initialization free the carrier"
                    + " (JDK-8369238)";
        } else if (why instanceof OtherLibrary is) {
            return is.name() + " " + text(is.before()) + " before, " + text(is.after()) + " after";
        } else if (why instanceof OncePerJvm) {
            return "It happens once per JVM: whether a recording contains it depends on when the recording began";
        }
        throw new IllegalArgumentException(why.toString());
    }

    /** A reason why the two sides are hard to compare. */
    public static String sentence(Note note) {
        if (note instanceof OtherJdks is) {
            return "the JDK differs: " + sides(text(is.before()), text(is.after()));
        } else if (note instanceof OtherThresholds is) {
            String sides = sides(thresholds(is.before()), thresholds(is.after()));
            return is.monitors()
                    ? "the threshold of waits for a monitor or for notify differs: " + sides
                    : "the threshold of pins differs: " + sides + ": sites may appear and vanish for that reason only";
        } else if (note instanceof OtherCarriers is) {
            return "the number of carriers differs: " + sides(text(is.before()), text(is.after()));
        } else if (note instanceof PinsOfOneSide is) {
            return "only " + is.known() + " shows pins that have ended: sites are not compared";
        } else if (note instanceof WaitsOfOneSide is) {
            return "only " + is.known() + " knows what virtual threads waited for: waits are not compared";
        } else if (note instanceof OneLook is) {
            return is.side() + " has one look at what virtual threads waited for: it shows an instant, and that a place"
                    + " appeared or vanished may be chance";
        }
        return ofSide(note);
    }

    private static String ofSide(Note note) {
        if (note instanceof ShortSide is) {
            return String.format(
                    Locale.ROOT, "%s is %.1f s long: figures per hour are extrapolated", is.side(), is.seconds());
        } else if (note instanceof PinsNotRequested is) {
            return is.side() + ": " + is.pins()
                    + (is.pins() == 1 ? " pin was not requested and is" : " pins were not requested and are")
                    + " not counted";
        } else if (note instanceof UnreadSites is) {
            return is.side() + ": the class files of " + is.sites() + (is.sites() == 1 ? " site" : " sites")
                    + " were not all found; with --classpath, more holders may be found, which changes the site's name:"
                    + " it may seem to appear or vanish";
        } else if (note instanceof UnlistedSites is) {
            return is.side() + " has " + Plural.of(is.pins(), "pin")
                    + " of sites beyond the bound: sites may seem to appear or vanish for that reason only";
        } else if (note instanceof LimitOf is) {
            return is.side() + ": " + LimitText.sentence(is.limit());
        }
        throw new IllegalArgumentException(note.toString());
    }

    private static String sides(String before, String after) {
        return before + " before, " + after + " after";
    }

    private static String text(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String thresholds(List<Long> nanos) {
        return nanos.stream().map(DifferenceText::threshold).collect(Collectors.joining(", "));
    }

    /** The threshold as it is written in options. */
    private static String threshold(long nanos) {
        long micros = Math.round(nanos / 1e3);
        return micros == 0 ? "none" : Durations.exact(micros);
    }
}
