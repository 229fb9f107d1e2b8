package io.vtmonitor.plan;

import io.vtmonitor.common.JavaVersion;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Change;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.UnpinOffer;
import io.vtmonitor.model.Verdict;
import io.vtmonitor.report.Remedy.Kind;
import io.vtmonitor.report.figures.HolderLine;
import io.vtmonitor.report.figures.Jvm;
import io.vtmonitor.report.figures.Occurrence;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which steps remove a holder. The entries say whose code it is in: what shares their package is the application. */
final class Steps {
    private final boolean before24;
    private final boolean before26;
    private final Step jdk24;
    private final Step jdk26;
    private final Map<Cured, Step> cured = new HashMap<>();

    /** Patterns of {@code unpin} that were not planned for some site. */
    private final Set<String> uncertain = new HashSet<>();

    /** Classes with an unproven monitor: replacing all monitors of a class by a lock is one step. */
    private final Set<String> unproven = new HashSet<>();

    /** By pattern of {@code unpin} those that it is given with, itself among them. */
    private final Map<String, Set<String>> together = new HashMap<>();

    private final Set<String> application = new HashSet<>();

    /** Jars that have classes of the application. */
    private final Set<Library> own = new HashSet<>();

    /** A method of a library that advice says how to remove. */
    private record Cured(@Nullable Library library, MethodName method) {}

    Steps(List<SiteFigures> sites, List<Jvm> jvms) {
        int oldest = Integer.MAX_VALUE;
        for (Jvm jvm : jvms) {
            oldest = Math.min(oldest, JavaVersion.feature(jvm.javaVersion()));
        }
        before24 = oldest < 24;
        before26 = oldest < 26;
        List<String> jdks = List.of();
        Set<String> libraries = new HashSet<>();
        for (SiteFigures site : sites) {
            joinPatterns(site);
        }
        for (SiteFigures site : sites) {
            Advice advice = site.advice();
            jdks = jdks.isEmpty() ? advice.jdks() : jdks;
            for (HolderLine holder : site.holders()) {
                if (advice.cure() != null && advice.removes().contains(holder.method())) {
                    cured.putIfAbsent(new Cured(holder.library(), holder.method()), Step.of(advice.cure()));
                    libraries.add(JdkNames.owner(holder.className()));
                }
                UnpinOffer offer = advice.unpin();
                if (holder.hold().isMonitor()
                        && (offer == null || !offer.certain() || holder.confidence() != Confidence.EXACT)) {
                    uncertain.add(unpinPattern(site, holder));
                }
                if (holder.hold().isMonitor() && holder.confidence() != Confidence.EXACT) {
                    unproven.add(holder.className());
                }
            }
        }
        jdk24 = Step.jdk24(jdks);
        jdk26 = Step.jdk26(jdks);
        findApplication(sites, libraries);
    }

    /** A library's own thread has the library's frames as its entry. */
    private void findApplication(List<SiteFigures> sites, Set<String> libraries) {
        for (SiteFigures site : sites) {
            for (String entry : site.entries()) {
                if (!JdkNames.isFramework(entry)) {
                    application.add(JdkNames.owner(entry));
                }
            }
        }
        application.removeAll(libraries);
        for (SiteFigures site : sites) {
            for (HolderLine holder : site.holders()) {
                if (holder.library() != null && application.contains(JdkNames.owner(holder.className()))) {
                    own.add(holder.library());
                }
            }
        }
    }

    Step jdk24() {
        return jdk24;
    }

    Step jdk26() {
        return jdk26;
    }

    /** The steps that each remove the holder; code comes first, the JDKs follow. */
    List<Step> removing(SiteFigures site, HolderLine holder) {
        if (holder.hold() == Hold.UNKNOWN) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        boolean monitor = holder.hold().isMonitor();
        boolean named = !holder.className().equals(Frame.UNKNOWN);
        HolderLine blocker = site.holders().get(0);
        if (blocksForClass(blocker) && !blocker.equals(holder)) {
            // What is initialized or loaded does not block: nothing else has to go then.
            add(steps, blocker.hold() == Hold.CLASS_INIT_WAIT ? atStart(site, blocker) : code(site, blocker));
        }
        add(steps, named ? code(site, holder) : null);
        if (monitor && before24 && named && !isJdk(holder) && !keeps(site, holder)) {
            String pattern = unpinPattern(site, holder);
            steps.add(new Step(Kind.UNPIN, new Change.Unpin(pattern), uncertain.contains(pattern)));
        }
        if (monitor && before24) {
            steps.add(jdk24);
        }
        if ((monitor || (holder.hold() == Hold.CLASS_INIT_WAIT && isEased(site))) && before26) {
            steps.add(jdk26);
        }
        return steps;
    }

    private static void add(List<Step> steps, @Nullable Step step) {
        if (step != null) {
            steps.add(step);
        }
    }

    private static boolean blocksForClass(HolderLine holder) {
        return holder.hold() == Hold.CLASS_INIT_WAIT
                || holder.hold() == Hold.CLASS_INIT
                || holder.hold() == Hold.CLASS_LOAD;
    }

    /** Other waits for a class keep the carrier on 26, too; which ones is not always known. */
    private static boolean isEased(SiteFigures site) {
        boolean waitsOnly = true;
        for (HolderLine holder : site.holders()) {
            waitsOnly &= holder.hold() == Hold.CLASS_INIT_WAIT || holder.hold().isMonitor();
        }
        return site.verdict() != Verdict.UNKNOWN && !(waitsOnly && site.verdict() == Verdict.STAYS);
    }

    /** What the plan of the rewriting says of this holder, where it was asked. */
    private static boolean keeps(SiteFigures site, HolderLine holder) {
        UnpinOffer offer = site.advice().unpin();
        if (offer != null) {
            for (UnpinOffer.Kept kept : offer.keeps()) {
                if (kept.holder().equals(holder.method())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The pattern of a holder's class, with those that it needs. */
    private String unpinPattern(SiteFigures site, HolderLine holder) {
        String pattern = ownPattern(site, holder);
        return String.join(";", together.getOrDefault(pattern, Set.of(pattern)));
    }

    private static String ownPattern(SiteFigures site, HolderLine holder) {
        UnpinOffer offer = site.advice().unpin();
        String pattern = offer == null ? null : offer.patternOf(holder.className());
        return pattern == null ? UnpinOffer.patternFor(holder.className()) : pattern;
    }

    /** An offer that has more patterns than the holders' classes frees them by all of them alone. */
    private void joinPatterns(SiteFigures site) {
        UnpinOffer offer = site.advice().unpin();
        if (offer == null || !offer.frees()) {
            return;
        }
        Set<String> own = new TreeSet<>();
        for (HolderLine holder : site.holders()) {
            own.add(ownPattern(site, holder));
        }
        if (own.containsAll(offer.patterns())) {
            return;
        }
        Set<String> joined = new LinkedHashSet<>();
        for (String pattern : offer.patterns()) {
            joined.addAll(together.getOrDefault(pattern, Set.of(pattern)));
        }
        for (String pattern : joined) {
            together.put(pattern, joined);
        }
    }

    /** Without another JDK. */
    private @Nullable Step code(SiteFigures site, HolderLine holder) {
        Step known = cured.get(new Cured(holder.library(), holder.method()));
        if (known != null || isJdk(holder)) {
            return known;
        }
        return switch (holder.hold()) {
            case MONITOR, MONITOR_ENTER, OBJECT_WAIT -> withoutMonitor(holder);
            case CLASS_INIT_WAIT, CLASS_LOAD -> atStart(site, holder);
            case CLASS_INIT -> isOwn(holder) ? withoutBlockingInitializer(holder) : atStart(site, holder);
            default -> null;
        };
    }

    /** No advice says to upgrade or replace a library without a release that is known to be free. */
    private @Nullable Step withoutMonitor(HolderLine holder) {
        if (!isOwn(holder)) {
            return null;
        }
        boolean estimate = unproven.contains(holder.className());
        return new Step(Kind.OWN_CODE, new Change.ExplicitLock(holder.className()), estimate);
    }

    private static Step withoutBlockingInitializer(HolderLine holder) {
        return new Step(Kind.OWN_CODE, new Change.MoveCall(holder.className()), true);
    }

    /** What happens once is over. */
    private static @Nullable Step atStart(SiteFigures site, HolderLine holder) {
        if (site.occurrence() == Occurrence.ONCE) {
            return null;
        }
        if (holder.hold() == Hold.CLASS_LOAD) {
            return new Step(Kind.OWN_CODE, new Change.LoadAtStartup(holder.method()), true);
        }
        if (site.awaited().initializer() == null) {
            return new Step(Kind.OWN_CODE, new Change.InitializeAwaitedAtStartup(holder.method()), true);
        }
        String className = site.awaited().initializer().className();
        return new Step(Kind.OWN_CODE, new Change.InitializeAtStartup(className), true);
    }

    /**
     * Whether it can't be upgraded: code of the application, of a jar that has such code, or of a build or a folder
     * without a release.
     */
    private boolean isOwn(HolderLine holder) {
        Library library = holder.library();
        if (application.contains(JdkNames.owner(holder.className()))) {
            return true;
        }
        return library != null
                && (own.contains(library)
                        || library.version() == null
                        || library.version().endsWith("-SNAPSHOT"));
    }

    private static boolean isJdk(HolderLine holder) {
        return JdkNames.isJdk(holder.className())
                || (holder.library() != null && holder.library().name().equals("jdk"));
    }
}
