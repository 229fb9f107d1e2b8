package io.vtmonitor.advice;

import io.vtmonitor.common.JdkNames;
import io.vtmonitor.common.Lazy;
import io.vtmonitor.model.Advice;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Hold;
import io.vtmonitor.model.Holder;
import io.vtmonitor.model.Library;
import io.vtmonitor.model.PinnedReason;
import io.vtmonitor.model.Reason;
import io.vtmonitor.model.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known, and what of it is about a holder. The holder alone decides, by its class and method, never the text of
 * the stack; the caller counts only if many share a holder, such as a map's {@code compute}.
 *
 * @param entries by library; of equally good ones the first counts
 * @param jdkBugs which builds of the JDK leave virtual threads stuck
 * @param general by reason, where no library matches
 * @param byMethod entries about methods that were asked for, remembered up to a bound
 */
record Knowledge(
        List<Entry> entries, List<JdkBug> jdkBugs, Map<String, Text> general, Map<String, List<Entry>> byMethod) {
    private static final int MOST_METHODS = 4_096;
    private static final Lazy<Knowledge> OURS = new Lazy<>(Knowledge::read);

    /**
     * General advice.
     *
     * @param summary what happens
     * @param action what removes it
     */
    record Text(String summary, String action) {}

    Knowledge(List<Entry> entries, List<JdkBug> jdkBugs, Map<String, Text> general) {
        this(List.copyOf(entries), List.copyOf(jdkBugs), Map.copyOf(general), new ConcurrentHashMap<>());
    }

    /** As the build packed it; where no build has, as it is written. Read on the thread that asks first. */
    static Knowledge ours() {
        return OURS.get();
    }

    private static Knowledge read() {
        try (InputStream packed = Knowledge.class.getResourceAsStream(PackedKnowledge.NAME)) {
            return packed == null ? written() : PackedKnowledge.read(packed);
        } catch (IOException e) {
            throw new IllegalStateException(PackedKnowledge.NAME + " can't be read from the jar", e);
        }
    }

    /** Reading JSON costs several times the start of a JVM. */
    static Knowledge written() {
        try (InputStream in = Knowledge.class.getResourceAsStream("advice.json")) {
            if (in == null) {
                throw new IllegalStateException("advice.json is missing from the jar");
            }
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Knowledge read = AdviceFile.read("advice.json", json);
            return new Knowledge(read.entries(), read.jdkBugs(), AdviceFile.general(json));
        } catch (IOException | BadAdviceException e) {
            throw new IllegalStateException("advice.json can't be read from the jar", e);
        }
    }

    /** With what comes first, and replaces what has the same id. */
    Knowledge with(Knowledge more) {
        return new Knowledge(
                joined(more.entries, entries, Entry::id), joined(more.jdkBugs, jdkBugs, JdkBug::id), general);
    }

    private static <T> List<T> joined(List<T> first, List<T> second, Function<T, String> id) {
        Set<String> ids = first.stream().map(id).collect(Collectors.toSet());
        List<T> all = new ArrayList<>(first);
        second.stream().filter(each -> !ids.contains(id.apply(each))).forEach(all::add);
        return all;
    }

    /** The entry about this holder, null if there is none. */
    @Nullable
    Entry entry(Holder holder, Blocking blocking) {
        Entry best = null;
        int bestScore = 0;
        for (Entry entry : about(holder.frame())) {
            int score = score(entry, holder, blocking);
            if (score > bestScore) {
                best = entry;
                bestScore = score;
            }
        }
        return best;
    }

    /** The entries that name a frame's method; none does of most. */
    private List<Entry> about(Frame frame) {
        String method = frame.className() + '.' + frame.methodName();
        List<Entry> known = byMethod.get(method);
        if (known != null) {
            return known;
        }
        List<Entry> fresh = new ArrayList<>();
        for (Entry entry : entries) {
            if (longest(entry.match().holders(), frame) > 0) {
                fresh.add(entry);
            }
        }
        if (byMethod.size() >= MOST_METHODS) {
            byMethod.clear();
        }
        byMethod.put(method, fresh);
        return fresh;
    }

    /** A caller that is named counts most, then a jar that is, then how much of class and method. */
    static int score(Entry entry, Holder holder, Blocking blocking) {
        int matched = longest(entry.match().holders(), holder.frame());
        if (matched == 0 || !entry.concerns(holder.hold()) || !(entry.match().everyJdk() || blocking.monitorsPin())) {
            return 0;
        }
        Frame caller = entry.match().calledBy().isEmpty() ? null : caller(holder, blocking);
        if (!entry.match().calledBy().isEmpty()
                && (caller == null || longest(entry.match().calledBy(), caller) == 0)) {
            return 0;
        }
        Library library = holder.library();
        boolean isItsJar = library != null && entry.artifacts().contains(library.name());
        return matched + (isItsJar ? 10_000 : 0) + (caller == null ? 0 : 100_000);
    }

    /** The victim that a blocked thread seems to blame: the frame nearest to the block that is not the JDK's. */
    @Nullable
    Entry victim(Blocking blocking) {
        for (Frame frame : blocking.stack().frames()) {
            if (!isPlatform(frame)) {
                for (Entry entry : about(frame)) {
                    if (entry.isVictim()) {
                        return entry;
                    }
                }
                return null;
            }
        }
        return null;
    }

    /** Whether an entry is about a frame's method. */
    static boolean names(Entry entry, Frame frame) {
        return longest(entry.match().holders(), frame) > 0;
    }

    /** Whether an entry is about a frame's class, and not about all of a package. */
    static boolean namesClass(Entry entry, Frame frame) {
        int simpleName = frame.className().lastIndexOf('.') + 1;
        return longest(entry.match().holders(), frame) > simpleName;
    }

    private static @Nullable Frame caller(Holder holder, Blocking blocking) {
        List<Frame> frames = blocking.stack().frames();
        int position = frames.indexOf(holder.frame());
        for (int i = position + 1; position >= 0 && i < frames.size(); i++) {
            if (!isPlatform(frames.get(i))) {
                return frames.get(i);
            }
        }
        return null;
    }

    private static boolean isPlatform(Frame frame) {
        return JdkNames.isJdk(frame.className()) || frame.className().startsWith("kotlin.");
    }

    private static int longest(List<String> beginnings, Frame frame) {
        int longest = 0;
        for (String beginning : beginnings) {
            if (beginning.length() > longest && begins(frame.className(), frame.methodName(), beginning)) {
                longest = beginning.length();
            }
        }
        return longest;
    }

    /** Whether {@code class.method} begins so; it is put together for none of the hundreds of beginnings. */
    private static boolean begins(String className, String methodName, String beginning) {
        int dot = className.length();
        if (beginning.length() <= dot) {
            return className.startsWith(beginning);
        }
        return beginning.startsWith(className)
                && beginning.charAt(dot) == '.'
                && methodName.startsWith(beginning.substring(dot + 1));
    }

    /**
     * What applies where no entry does: the reason, but for a frame that the JVM reports and the stack does not show,
     * for a wait that no newer JDK frees, and for a monitor that is not the application's.
     *
     * @param isOwn whether a holder is code of the application
     */
    static String general(Blocking blocking, List<Holder> holders, Reason reason, Predicate<Holder> isOwn) {
        PinnedReason said = PinnedReason.parse(blocking.reasonText());
        if (holders.isEmpty() && blocking.stack().truncated()) {
            return "cut_stack";
        }
        if (holders.isEmpty() && said == null && !blocking.monitorsPin() && blocking.isInObjectWait()) {
            return Advice.OBJECT_WAIT_KEPT;
        }
        if (holders.isEmpty()) {
            boolean unseen = reason == Reason.UNKNOWN && said != null && said.kind() == PinnedReason.Kind.NATIVE;
            return unseen ? "vm_frame" : reason.toString();
        }
        if (isClassWait(holders) && Verdict.of(blocking, holders, reason) == Verdict.STAYS) {
            return reason + "_stays";
        }
        return switch (whose(holders.get(0), isOwn)) {
            case JDK -> "jdk_" + reason;
            case LIBRARY -> "library_" + reason;
            case ANY -> reason.toString();
        };
    }

    /** Whether what removes one holder in general removes the other: both can be changed, or neither. */
    static boolean areAlike(Holder one, Holder other, Predicate<Holder> isOwn) {
        Whose whose = whose(one, isOwn);
        boolean sameJar = whose != Whose.LIBRARY || Objects.equals(one.library(), other.library());
        return one.hold() == other.hold() && whose == whose(other, isOwn) && sameJar;
    }

    /** Whether it blocks because a class is not initialized: once it is, nothing blocks there. */
    static boolean isClassWait(List<Holder> holders) {
        return !holders.isEmpty() && holders.get(0).hold() == Hold.CLASS_INIT_WAIT;
    }

    /** In whose code a monitor is taken; it plays no part for what holds otherwise. */
    private enum Whose {
        JDK,
        LIBRARY,
        ANY
    }

    private static Whose whose(Holder holder, Predicate<Holder> isOwn) {
        if (!holder.hold().isMonitor()) {
            return Whose.ANY;
        }
        if (JdkNames.isJdk(holder.frame().className())) {
            return Whose.JDK;
        }
        return isReleased(holder.library()) && !isOwn.test(holder) ? Whose.LIBRARY : Whose.ANY;
    }

    private static boolean isReleased(@Nullable Library library) {
        return library != null
                && library.version() != null
                && !library.version().endsWith("-SNAPSHOT");
    }

    /** Whether it has its packages in common with where the application's work began. */
    static boolean isOfEntry(Holder holder, Blocking blocking) {
        List<Frame> frames = blocking.stack().frames();
        int entry = JdkNames.entry(frames.size(), i -> frames.get(i).className());
        if (entry < 0 || JdkNames.isFramework(frames.get(entry).className())) {
            return false;
        }
        return JdkNames.owner(frames.get(entry).className())
                .equals(JdkNames.owner(holder.frame().className()));
    }
}
