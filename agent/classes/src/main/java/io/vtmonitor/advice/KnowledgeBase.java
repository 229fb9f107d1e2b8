package io.vtmonitor.advice;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.OptionFile;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.AdviceKind;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Confidence;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import io.vtmonitor.model.Reason;
import io.vtmonitor.report.AffectedJdk;
import io.vtmonitor.report.ProvenLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Advice by culprit and library version. A pin goes only when all its holders do, so every advice says which holders it
 * removes and which it leaves.
 */
public final class KnowledgeBase {
    /** The general advice where there is none for the reason. */
    private static final String NOTHING_KNOWN = "none";

    /** Null for what we know, which is read when it is first asked. */
    private final @Nullable Knowledge given;

    /** What we know. */
    public KnowledgeBase() {
        given = null;
    }

    KnowledgeBase(Knowledge knowledge) {
        given = knowledge;
    }

    /** Reads what we know now, and not when something is first asked: there may be no memory then. */
    public KnowledgeBase loaded() {
        knowledge();
        return this;
    }

    private Knowledge knowledge() {
        return given == null ? Knowledge.ours() : given;
    }

    /**
     * What we know and what a user's file adds; of two entries with one id the user's counts.
     *
     * @throws BadAdviceException says what is wrong with the file, where, and what is accepted
     */
    public static KnowledgeBase with(Path file) throws BadAdviceException {
        String json;
        try {
            json = OptionFile.read(file, OptionFile.MOST_BYTES);
        } catch (IOException e) {
            throw new BadAdviceException(
                    "advice file " + file + " can't be read: " + FailureText.reason(file.toString(), e));
        }
        return new KnowledgeBase(Knowledge.ours().with(AdviceFile.read(file.toString(), json)));
    }

    /**
     * The bugs that leave virtual threads stuck and that a build of the JDK is known to have.
     *
     * @param javaVersion such as {@code 25.0.2} or {@code 25.0.2+10-LTS}
     * @param vendor the property {@code java.vendor}, null if that is not known
     */
    public List<AffectedJdk> jdkBugs(String javaVersion, @Nullable String vendor) {
        return JdkBuilds.affecting(knowledge().jdkBugs(), javaVersion, vendor);
    }

    /** The versions of the JDK to recommend, as in {@link io.vtmonitor.model.Change.RunOn}. */
    public List<String> recommendedJdks() {
        return JdkBuilds.recommended(knowledge().jdkBugs());
    }

    /** The libraries that {@code unpin=auto} means. */
    public List<ProvenLibrary> proven() {
        List<ProvenLibrary> proven = new ArrayList<>();
        for (Entry entry : knowledge().entries()) {
            if (!entry.unpin().patterns().isEmpty()) {
                proven.add(new ProvenLibrary(
                        entry.artifacts(),
                        entry.unpin().patterns(),
                        entry.unpin().versions()));
            }
        }
        return proven;
    }

    /** The patterns of those libraries, whichever release is available. */
    public List<String> unpinPatterns() {
        Set<String> patterns = new LinkedHashSet<>();
        proven().forEach(library -> patterns.addAll(library.patterns()));
        return List.copyOf(patterns);
    }

    /**
     * What to do about the culprit: the holder nearest to the block that an entry is about, unless the remedy for one
     * further down cures it, too. What is no monitor, such as a class initializer, comes before entries of holders
     * below it, which leave it.
     *
     * @param blocking how and where the thread was blocked
     * @param holders nearest to the block first; may be empty
     * @param reason why the carrier is kept
     */
    public Advice advise(Blocking blocking, List<Holder> holders, Reason reason) {
        return advise(blocking, holders, reason, holder -> Knowledge.isOfEntry(holder, blocking));
    }

    /** The same, if it is known whether the holders are code of the application. */
    public Advice advise(Blocking blocking, List<Holder> holders, Reason reason, boolean application) {
        return advise(blocking, holders, reason, holder -> application);
    }

    private Advice advise(Blocking blocking, List<Holder> holders, Reason reason, Predicate<Holder> isOwn) {
        Entry best = null;
        for (Holder holder : holders) {
            Entry entry = knowledge().entry(holder, blocking);
            if (entry == null || entry.isVictim()) {
                continue;
            }
            if (best == null || (entry.cures(best) && !best.cures(entry))) {
                best = entry;
            }
        }
        return best == null || isBeneath(holders, blocking)
                ? general(blocking, holders, reason, isOwn)
                : ofLibrary(best, holders, blocking);
    }

    /** Whether the holder nearest to the block is no monitor, and what removes those further down leaves it. */
    private boolean isBeneath(List<Holder> holders, Blocking blocking) {
        Holder first = holders.get(0);
        return !first.hold().isMonitor()
                && first.hold() != Hold.UNKNOWN
                && knowledge().entry(first, blocking) == null;
    }

    /**
     * Whether the release that a holder is from is known to hold.
     *
     * @return true if it is, false if it is known not to any more, null if nothing is known of it
     */
    public @Nullable Boolean affects(Holder holder, Blocking blocking) {
        Entry entry = knowledge().entry(holder, blocking);
        Library library = entry == null || entry.isVictim() ? null : library(entry, List.of(holder));
        String version = library == null ? null : library.version();
        if (entry == null || version == null) {
            return null;
        }
        return switch (entry.status(version)) {
            case AFFECTED, REGRESSED -> true;
            case FIXED -> false;
            case UNKNOWN -> null;
        };
    }

    /** Whether what is known of a holder is known of its very class, and not of a package alone. */
    public boolean names(Holder holder, Blocking blocking) {
        Entry entry = knowledge().entry(holder, blocking);
        return entry != null && Knowledge.namesClass(entry, holder.frame());
    }

    private Advice ofLibrary(Entry entry, List<Holder> holders, Blocking blocking) {
        Cure cure = cure(holders, holder -> {
            Entry other = knowledge().entry(holder, blocking);
            return other != null && entry.cures(other);
        });
        Library library = library(entry, cure.cured());
        String version = library == null ? null : library.version();
        Action.OfLibrary remedy = new Action.OfLibrary(
                entry.status(version),
                version,
                entry.releases(),
                entry.remedy().action(),
                entry.remedy().workaround());
        return new Advice(
                entry.id(),
                entry.match().kind(),
                entry.remedy().summary(),
                action(remedy, blocking, holders, cure),
                cure.removes(),
                cure.leaves(),
                entry.evidence(),
                entry.confidence(),
                null,
                entry.cure(library),
                recommendedJdks());
    }

    private Advice general(Blocking blocking, List<Holder> holders, Reason reason, Predicate<Holder> isOwn) {
        Map<String, Knowledge.Text> texts = knowledge().general();
        String about = Knowledge.general(blocking, holders, reason, isOwn);
        String known = texts.containsKey(about) ? about : NOTHING_KNOWN;
        Knowledge.Text text = Objects.requireNonNull(texts.get(known), known);
        boolean classWait = Knowledge.isClassWait(holders);
        Cure cure = cure(holders, holder -> classWait || Knowledge.areAlike(holder, holders.get(0), isOwn));
        boolean victimsAlone = !holders.isEmpty() && guilty(holders, blocking).isEmpty();
        Action.Remedy remedy = victimsAlone
                ? new Action.Unexpected(holders.get(0).frame().method())
                : new Action.General(text.action());
        return new Advice(
                known,
                victimsAlone ? AdviceKind.VICTIM : AdviceKind.GENERAL,
                text.summary(),
                action(remedy, blocking, holders, cure),
                cure.removes(),
                cure.leaves(),
                null,
                known.equals(NOTHING_KNOWN) || holders.isEmpty()
                        ? Confidence.UNKNOWN
                        : holders.get(0).confidence(),
                null,
                null,
                recommendedJdks());
    }

    private Action action(Action.Remedy remedy, Blocking blocking, List<Holder> holders, Cure cure) {
        Map<Entry, Set<MethodName>> needed = new LinkedHashMap<>();
        List<Action.Left> left = new ArrayList<>();
        for (Holder holder : cure.left()) {
            MethodName method = holder.frame().method();
            Entry entry = knowledge().entry(holder, blocking);
            if (entry == null || entry.isVictim()) {
                left.add(new Action.Left(method, holder.confidence(), staysOnEveryJdk(holder)));
            } else {
                needed.computeIfAbsent(entry, any -> new LinkedHashSet<>()).add(method);
            }
        }
        List<Action.Needed> alsoNeeded = new ArrayList<>();
        needed.forEach((entry, methods) -> alsoNeeded.add(
                new Action.Needed(List.copyOf(methods), entry.remedy().action())));
        boolean newerJdk = blocking.monitorsPin()
                && !cure.left().isEmpty()
                && holders.stream().allMatch(holder -> holder.hold().isMonitor());
        return new Action.OfStack(remedy, alsoNeeded, left, newerJdk, blamed(blocking, holders), recommendedJdks());
    }

    /** Whether no JDK frees it. */
    private static boolean staysOnEveryJdk(Holder holder) {
        return switch (holder.hold()) {
            case CLASS_INIT, CLASS_LOAD, NATIVE -> true;
            default -> false;
        };
    }

    private Action.@Nullable Blamed blamed(Blocking blocking, List<Holder> holders) {
        Entry victim = knowledge().victim(blocking);
        if (victim == null) {
            return null;
        }
        List<Holder> others = holders.stream()
                .filter(holder -> !Knowledge.names(victim, holder.frame()))
                .toList();
        List<MethodName> guilty = guilty(others, blocking);
        return guilty.isEmpty() ? null : new Action.Blamed(victim.remedy().action(), guilty);
    }

    private List<MethodName> guilty(List<Holder> holders, Blocking blocking) {
        Set<MethodName> methods = new LinkedHashSet<>();
        for (Holder holder : holders) {
            Entry entry = knowledge().entry(holder, blocking);
            if (entry == null || !entry.isVictim()) {
                methods.add(holder.frame().method());
            }
        }
        return List.copyOf(methods);
    }

    /** A version counts only where it is the library's own: a class can lie in any jar, or be the JDK's. */
    private static @Nullable Library library(Entry entry, List<Holder> cured) {
        Library found = null;
        for (Holder holder : cured) {
            Library library = holder.library();
            if (library != null && entry.artifacts().contains(library.name())) {
                found = found == null || found.version() == null ? library : found;
            }
        }
        return found;
    }

    private static Cure cure(List<Holder> holders, Predicate<Holder> isCured) {
        List<Holder> cured = new ArrayList<>();
        List<Holder> left = new ArrayList<>();
        for (Holder holder : holders) {
            (isCured.test(holder) ? cured : left).add(holder);
        }
        return new Cure(cured, left);
    }

    /** Holders that a remedy removes, and those that it leaves. */
    private record Cure(List<Holder> cured, List<Holder> left) {
        List<MethodName> removes() {
            return methods(cured);
        }

        List<MethodName> leaves() {
            return methods(left);
        }

        private static List<MethodName> methods(List<Holder> holders) {
            Set<MethodName> methods = new LinkedHashSet<>();
            for (Holder holder : holders) {
                methods.add(holder.frame().method());
            }
            return List.copyOf(methods);
        }
    }
}
