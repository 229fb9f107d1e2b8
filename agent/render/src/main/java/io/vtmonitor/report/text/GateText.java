package io.vtmonitor.report.text;

import io.vtmonitor.common.Durations;
import io.vtmonitor.common.Plural;
import io.vtmonitor.report.GateFacts.BlindBaseline;
import io.vtmonitor.report.GateFacts.BlindSpot;
import io.vtmonitor.report.GateFacts.BlockingPlace;
import io.vtmonitor.report.GateFacts.BlockingPlaces;
import io.vtmonitor.report.GateFacts.Evidence;
import io.vtmonitor.report.GateFacts.Excepted;
import io.vtmonitor.report.GateFacts.ExceptedFindings;
import io.vtmonitor.report.GateFacts.ExpiredException;
import io.vtmonitor.report.GateFacts.Limited;
import io.vtmonitor.report.GateFacts.LostCapacity;
import io.vtmonitor.report.GateFacts.Met;
import io.vtmonitor.report.GateFacts.NotInPackage;
import io.vtmonitor.report.GateFacts.NotRequested;
import io.vtmonitor.report.GateFacts.Note;
import io.vtmonitor.report.GateFacts.NothingWatched;
import io.vtmonitor.report.GateFacts.OfComparison;
import io.vtmonitor.report.GateFacts.OneTimeSites;
import io.vtmonitor.report.GateFacts.OtherSchedulers;
import io.vtmonitor.report.GateFacts.PackageTime;
import io.vtmonitor.report.GateFacts.PinCount;
import io.vtmonitor.report.GateFacts.PinnedSite;
import io.vtmonitor.report.GateFacts.PinnedTime;
import io.vtmonitor.report.GateFacts.ShorterMonitorWaits;
import io.vtmonitor.report.GateFacts.ShorterPins;
import io.vtmonitor.report.GateFacts.ShorterPinsForAWhile;
import io.vtmonitor.report.GateFacts.Sites;
import io.vtmonitor.report.GateFacts.StarvedTime;
import io.vtmonitor.report.GateFacts.StarvedTimeOfAll;
import io.vtmonitor.report.GateFacts.UnknownCarriers;
import io.vtmonitor.report.GateFacts.UnknownStacks;
import io.vtmonitor.report.GateFacts.UnlistedPins;
import io.vtmonitor.report.GateFacts.UnlistedSites;
import io.vtmonitor.report.GateFacts.Unread;
import io.vtmonitor.report.GateFacts.UnusedException;
import io.vtmonitor.report.GateFacts.WaitPlace;
import io.vtmonitor.report.GateFacts.WaitingThreads;
import io.vtmonitor.report.GateFacts.WaitsUnwatched;
import io.vtmonitor.report.GateResult;
import io.vtmonitor.report.GateResult.Condition;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind.Hides;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What became of the conditions of a build, in sentences. */
public final class GateText {
    private static final int MOST_ENTRIES = 3;

    private GateText() {}

    /** The evidence for a condition, its worst case, and what may hide more. */
    public static String sentence(Condition condition) {
        return evidence(condition.evidence()) + most(condition) + limits(condition.limits());
    }

    /** What met the condition, in one sentence each. */
    public static List<String> met(Condition condition) {
        return condition.met().stream().map(GateText::met).toList();
    }

    /** Blind spots first, then what the figures leave out. */
    public static List<String> notes(GateResult result) {
        return Stream.concat(
                        result.blindSpots().stream()
                                .map(GateText::hidden)
                                .distinct()
                                .map(hidden -> "the gate is blind: " + hidden),
                        result.notes().stream().map(GateText::note))
                .toList();
    }

    private static String evidence(Evidence evidence) {
        if (evidence instanceof PinnedTime is) {
            return Durations.text(is.seconds()) + " pinned in all" + rest(is.partly());
        }
        if (evidence instanceof PinCount is) {
            return Plural.of(is.pins(), "pin") + " in all" + rest(is.partly());
        }
        if (evidence instanceof LostCapacity is) {
            return Durations.percent(is.share()) + " of the capacity lost" + bound(is.atMost());
        }
        if (evidence instanceof StarvedTime is) {
            return (is.seconds() > 0
                            ? "no carrier was free for " + Durations.text(is.seconds())
                            : "at no time were all carriers pinned")
                    + bound(is.atMost());
        }
        if (evidence instanceof Sites is) {
            return is.met() > 0 ? Plural.of(is.met(), "site") : none(is);
        }
        if (evidence instanceof PackageTime is) {
            return Durations.text(is.seconds()) + " pinned in " + Plural.of(is.sites(), "site")
                    + " with a holder or an entry in " + is.prefix();
        }
        if (evidence instanceof WaitingThreads is) {
            return waiting(is);
        }
        if (evidence instanceof BlockingPlaces is) {
            return is.places() + (is.places() == 1 ? " place holds" : " places hold") + " a carrier while it can block"
                    + (is.first() == null ? "" : ", first " + is.first());
        }
        throw new IllegalArgumentException(evidence.toString());
    }

    private static String rest(boolean partly) {
        return partly ? ", without what is left out" : "";
    }

    private static String bound(boolean atMost) {
        return atMost ? " at most" : "";
    }

    private static String none(Sites sites) {
        return switch (sites.check()) {
            case TIME -> "no site has that much" + rest(sites.partly());
            case LONG_PIN -> "no pin is that long" + rest(sites.partly());
            case NEW -> "no such site is new";
            case GROWTH -> "no site grew that much beyond chance";
        };
    }

    private static String waiting(WaitingThreads is) {
        if (is.most() > 0) {
            return "at most " + Plural.of(is.most(), "virtual thread") + " waited at one place";
        }
        return is.watched()
                ? "no virtual thread was seen waiting for what it counts"
                : "what virtual threads wait for was not checked";
    }

    private static String most(Condition condition) {
        if (condition.met().isEmpty() || condition.evidence() instanceof BlockingPlaces) {
            return "";
        }
        boolean only = condition.met().size() == 1 && !(condition.evidence() instanceof WaitingThreads);
        return (only ? ", at " : ", most at ") + met(condition.met().get(0));
    }

    /** Blind spots, to follow the evidence; empty if nothing can hide what the condition is about. */
    private static String limits(List<Limit> limits) {
        List<Limit> others = new ArrayList<>(limits);
        boolean open = others.removeIf(limit -> limit.hides() == Hides.OPEN_PINS);
        return (open ? ", of pins that ended" : "")
                + (others.isEmpty()
                        ? ""
                        : "; something may be hidden: " + String.join("; ", LimitText.sentences(others)));
    }

    private static String met(Met met) {
        if (met instanceof PinnedSite site) {
            String from = site.entries().isEmpty()
                    ? ""
                    : ", from "
                            + String.join(
                                    ", ",
                                    site.entries().stream().limit(MOST_ENTRIES).toList());
            return "%s: %s in %s, longest %s%s"
                    .formatted(
                            site.id(),
                            Durations.text(site.seconds()),
                            Plural.of(site.pins(), "pin"),
                            Durations.text(site.longest()),
                            from);
        }
        if (met instanceof WaitPlace place) {
            return place.site() + " [" + (place.pool() == null ? place.operation() : "pool of " + place.pool()) + "]: "
                    + place.most() + " at once"
                    + (place.caller() == null || place.caller().equals(place.site())
                            ? ""
                            : ", called by " + place.caller());
        }
        if (met instanceof BlockingPlace place) {
            return place.id();
        }
        throw new IllegalArgumentException(met.toString());
    }

    private static String hidden(BlindSpot spot) {
        if (spot instanceof Limited is) {
            return LimitText.sentence(is.limit()) + (is.strict() ? " (--strict)" : "");
        }
        if (spot instanceof BlindBaseline is) {
            return "the baseline of '" + is.expression() + "': "
                    + (is.limit() == null ? "nothing was watched" : LimitText.sentence(is.limit()));
        }
        if (spot instanceof NothingWatched) {
            return "nothing was watched, or --since and --until select none of it";
        }
        if (spot instanceof NotInPackage is) {
            return "none of " + Plural.of(is.pins(), "pin")
                    + " has a holder or an entry in the package that --package names: code that pins nothing looks the"
                    + " same as a mistyped name. If you expect none, use the condition package: instead";
        }
        if (spot instanceof Unread is) {
            return is.why();
        }
        return hiddenOfOne(spot);
    }

    /** What may hide that a condition is met. */
    private static String hiddenOfOne(BlindSpot spot) {
        if (spot instanceof ShorterPins is) {
            return "pins shorter than " + Durations.text(is.nanos()) + " were not recorded"
                    + unevaluated(is.expression());
        }
        if (spot instanceof ShorterPinsForAWhile is) {
            return LimitText.sentence(is.limit()) + unevaluated(is.expression());
        }
        if (spot instanceof ShorterMonitorWaits is) {
            return "waits for monitors shorter than " + Durations.text(is.nanos())
                    + " were not recorded, which pin on JDK " + is.javaVersion() + unevaluated(is.expression())
                    + " (docs/ci.md says how to record them)";
        }
        if (spot instanceof UnlistedSites is) {
            return Plural.of(is.pins(), "pin") + " of sites that are not listed, "
                    + (is.longest() ? "the longest of " : "in all ") + Durations.text(is.nanos()) + ", may be"
                    + (is.listedNanos() > 0 ? ", with " + Durations.text(is.listedNanos()) + " of listed ones," : "")
                    + " what '" + is.expression() + "' asks for";
        }
        if (spot instanceof OtherSchedulers is) {
            return "threads of another scheduler than the default one were seen, and pins don't tell whose carriers"
                    + " they held" + unevaluated(is.expression());
        }
        if (spot instanceof UnknownCarriers is) {
            return "the number of carriers is unknown" + unevaluated(is.expression());
        }
        if (spot instanceof WaitsUnwatched is) {
            return "what virtual threads wait for was not checked" + unevaluated(is.expression())
                    + " (the agent checks it, and thread dumps show it)";
        }
        if (spot instanceof UnknownStacks is) {
            return "the stack of " + Plural.of(is.pins(), "pin") + " is not known" + unevaluated(is.expression());
        }
        throw new IllegalArgumentException(spot.toString());
    }

    private static String unevaluated(String expression) {
        return ", so '" + expression + "' can't be evaluated";
    }

    private static String note(Note note) {
        if (note instanceof NotRequested is) {
            long all = is.pins().all();
            return all + (all == 1 ? " pin was" : " pins were") + " not requested, and no condition counts them: "
                    + LimitText.by(is.pins());
        }
        if (note instanceof OneTimeSites is) {
            return "left out as loading and initialization of classes, which happen once per JVM: "
                    + sum(is.sites(), is.nanos()) + "; --count-one-time counts them";
        }
        if (note instanceof UnlistedPins is) {
            return Plural.of(is.pins(), "pin") + " of sites beyond the bound: counted in the total, but for no site";
        }
        if (note instanceof StarvedTimeOfAll) {
            return "starved time can't be divided by site: it includes the time of sites that are left out";
        }
        if (note instanceof OfComparison is) {
            return "note on the comparison: " + DifferenceText.sentence(is.note());
        }
        return exception(note);
    }

    private static String exception(Note note) {
        if (note instanceof Excepted is) {
            return "left out by '" + is.pattern() + "': " + sum(is.sites(), is.nanos()) + "; " + is.reason();
        }
        if (note instanceof ExpiredException is) {
            return line(is.line(), is.pattern()) + ", expired on " + is.until() + ": its sites count";
        }
        if (note instanceof UnusedException is) {
            return line(is.line(), is.pattern()) + ", matches no site";
        }
        if (note instanceof ExceptedFindings is) {
            return Plural.of(is.findings(), "finding") + (is.findings() == 1 ? " is" : " are")
                    + " left out by the list of exceptions.";
        }
        throw new IllegalArgumentException(note.toString());
    }

    private static String line(int number, String pattern) {
        return "line " + number + " of the list of exceptions, '" + pattern + "'";
    }

    private static String sum(int sites, long nanos) {
        return Plural.of(sites, "site") + " with " + Durations.text(nanos);
    }
}
