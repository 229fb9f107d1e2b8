package io.vtmonitor.plan;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.Report.HolderLine;
import io.vtmonitor.report.Report.Jvm;
import io.vtmonitor.report.Report.SiteFigures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which steps remove a holder. Whose code it is in is told by the entries: what shares their package is the application. */
final class Steps {
    /** What a step of that kind begins with. */
    static final String UNPIN = "unpin=";

    private static final Set<String> GENERAL = names();

    private final boolean before24;
    private final boolean before26;
    private final Set<Cured> cured = new HashSet<>();

    /** Patterns of {@code unpin} that were not planned for some site. */
    private final Set<String> uncertain = new HashSet<>();

    private final Set<String> application = new HashSet<>();

    /** A method that the newer release of its library holds no more in. */
    private record Cured(Library library, MethodName method) {}

    Steps(List<SiteFigures> sites, List<Jvm> jvms) {
        int oldest = Integer.MAX_VALUE;
        for (Jvm jvm : jvms) {
            oldest = Math.min(oldest, feature(jvm.javaVersion()));
        }
        before24 = oldest < 24;
        before26 = oldest < 26;
        Set<String> libraries = new HashSet<>();
        for (SiteFigures site : sites) {
            for (HolderLine holder : site.holders()) {
                Library library = holder.library();
                if (library != null && removes(site.advice(), holder, library)) {
                    cured.add(new Cured(library, method(holder)));
                    libraries.add(owner(holder.className()));
                }
                UnpinOffer offer = site.advice().unpin();
                boolean concerned = isMonitor(holder.hold());
                if (concerned && (offer == null || !offer.planned())) {
                    uncertain.add(unpinPattern(site, holder));
                }
            }
        }
        for (SiteFigures site : sites) {
            for (String entry : site.entries()) {
                if (!JdkNames.isFramework(entry)) {
                    application.add(owner(entry));
                }
            }
        }
        // A library's own thread has the library's frames as its entry.
        application.removeAll(libraries);
    }

    /** The steps of which each removes the holder; code comes first, the JDKs follow. */
    List<Step> removing(SiteFigures site, HolderLine holder) {
        if (holder.hold() == Hold.UNKNOWN) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        boolean monitor = isMonitor(holder.hold());
        if (!isJdk(holder)) {
            Step code = code(site, holder, monitor);
            if (code != null) {
                steps.add(code);
            }
            if (monitor && before24 && !keeps(site, holder)) {
                String pattern = unpinPattern(site, holder);
                steps.add(
                        new Step(Kind.UNPIN, UNPIN + pattern + " (experimental, JDK 21)", uncertain.contains(pattern)));
            }
        }
        if (monitor && before24) {
            steps.add(Step.JDK_24);
        }
        if ((monitor || holder.hold() == Hold.CLASS_INIT_WAIT) && before26) {
            steps.add(Step.JDK_26);
        }
        return steps;
    }

    /** What the plan of the rewriting says of this holder, where it was asked. */
    private static boolean keeps(SiteFigures site, HolderLine holder) {
        UnpinOffer offer = site.advice().unpin();
        if (offer != null) {
            for (UnpinOffer.Kept kept : offer.keeps()) {
                if (kept.holder().equals(method(holder))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String unpinPattern(SiteFigures site, HolderLine holder) {
        UnpinOffer offer = site.advice().unpin();
        String pattern = offer == null ? null : offer.patternOf(holder.className());
        return pattern == null ? UnpinOffer.patternFor(holder.className()) : pattern;
    }

    private @Nullable Step code(SiteFigures site, HolderLine holder, boolean monitor) {
        Library library = holder.library();
        if (application.contains(owner(holder.className()))) {
            boolean sure = holder.confidence() == Confidence.EXACT;
            return monitor
                    ? new Step(Kind.OWN_CODE, "a lock instead of the monitor in " + holder.className(), !sure)
                    : null;
        }
        if (library != null) {
            boolean known = cured.contains(new Cured(library, method(holder)));
            return known
                    ? new Step(Kind.UPGRADE, "upgrade " + library, false)
                    : new Step(Kind.UPGRADE, "upgrade or replace " + library + " (no fixed release is known)", true);
        }
        // Without its class file a frame's library is not known, but advice for its classes may be.
        return GENERAL.contains(site.advice().id())
                ? new Step(
                        Kind.UPGRADE,
                        "upgrade or replace what " + UnpinOffer.patternFor(holder.className()) + " is in",
                        true)
                : new Step(Kind.UPGRADE, "upgrade " + site.advice().id(), true);
    }

    /** Whether the advice takes this holder away; advice that has no release to offer does not name the library. */
    private static boolean removes(Advice advice, HolderLine holder, Library library) {
        return !GENERAL.contains(advice.id())
                && advice.removes().contains(method(holder))
                && advice.action().contains(library.name());
    }

    private static MethodName method(HolderLine holder) {
        return new MethodName(holder.className(), holder.methodName());
    }

    private static boolean isMonitor(Hold hold) {
        return hold == Hold.MONITOR || hold == Hold.MONITOR_ENTER || hold == Hold.OBJECT_WAIT;
    }

    private static boolean isJdk(HolderLine holder) {
        return JdkNames.isJdk(holder.className())
                || (holder.library() != null && holder.library().name().equals("jdk"));
    }

    /** The packages that a whole owner has in common: {@code com.acme}, {@code org.apache.kafka}. */
    private static String owner(String className) {
        boolean shared = className.startsWith("org.apache.")
                || className.startsWith("com.google.")
                || className.startsWith("com.github.")
                || className.startsWith("io.github.");
        return packages(className, shared ? 3 : 2);
    }

    /** At most so many leading segments of the package; the class itself where it has none. */
    private static String packages(String className, int most) {
        int end = -1;
        for (int i = 0, dot = className.indexOf('.'); i < most && dot >= 0; i++) {
            end = dot;
            dot = className.indexOf('.', dot + 1);
        }
        return end < 0 ? className : className.substring(0, end);
    }

    private static int feature(String javaVersion) {
        int end = 0;
        while (end < javaVersion.length() && end < 3 && Character.isDigit(javaVersion.charAt(end))) {
            end++;
        }
        return end == 0 ? 0 : Integer.parseInt(javaVersion.substring(0, end));
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>(Set.of("none"));
        for (Reason reason : Reason.values()) {
            names.add(reason.toString());
        }
        return names;
    }
}
