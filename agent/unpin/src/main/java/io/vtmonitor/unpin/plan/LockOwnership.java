package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.plan.LoaderHierarchy.Objects;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Judges whose locks the objects of a class have, by all classes and interfaces above it. */
final class LockOwnership {
    /** The JVM itself, or a field that holds {@code this} by default, locks their objects; no bytecode shows it. */
    private static final Set<String> LOCKED_BY_THE_JDK = Set.of(
            "java/lang/Thread",
            "java/lang/ClassLoader",
            "java/lang/Class",
            "java/lang/ref/Reference",
            "java/io/Reader",
            "java/io/Writer");

    private final LoaderHierarchy classes;
    private final Ancestors above;
    private final Predicate<String> loadedBefore;

    LockOwnership(LoaderHierarchy classes, Ancestors above, Predicate<String> loadedBefore) {
        this.classes = classes;
        this.above = above;
        this.loadedBefore = loadedBefore;
    }

    Objects judge(String name) {
        Deque<ClassFacts> chain = new ArrayDeque<>();
        for (String at = name; at != null; ) {
            @Nullable ClassFacts one = classes.facts(at);
            if (one == null || chain.size() > Ancestors.DEEPEST) {
                return unread("the class file of " + Names.dotted(at));
            }
            chain.push(one);
            at = one.superName();
        }
        boolean ours = false;
        boolean maybe = false;
        String oursLock = "";
        for (ClassFacts one : chain) {
            @Nullable Boolean hands = handsItselfOn(one);
            boolean handed = Boolean.TRUE.equals(hands);
            boolean locks = one.locksThis() != null || LOCKED_BY_THE_JDK.contains(one.name()) || handed;
            boolean below = ours;
            // Matched code may lock it as an object of an interface.
            Ancestors.Match found = above.findInterface(one, classes::isRewritten);
            ours |= classes.isRewritten(one.name()) || found.meant();
            maybe |= found.maybe();
            if (ours && hands == null) {
                return unread("the class file of what " + Names.dotted(one.name()) + " hands itself to");
            }
            if (handed && !oursLock.isEmpty()) { // to keep the monitor below a class that does not would be no better
                return new Objects(true, false, handedOn(one), oursLock, false);
            }
            boolean rewritten = ours && !loadedBefore.test(one.name()) && one.refusal() == null && !handed;
            if (locks && !ours && maybe) {
                return unread("an interface above " + Names.dotted(one.name()));
            }
            if (locks && !rewritten) {
                String why = handed ? handedOn(one) : monitor(one);
                return new Objects(false, true, why, below ? oursLock : "", false);
            }
            if (locks && oursLock.isEmpty()) {
                oursLock = Names.dotted(one.name()) + " in " + one.locksThis();
            }
        }
        return !ours && maybe
                ? unread("an interface above " + Names.dotted(name))
                : new Objects(ours, false, "", "", false);
    }

    /**
     * Whether it hands itself to a class whose code of the JDK locks what it gets; null if a class file can't be read.
     */
    private @Nullable Boolean handsItselfOn(ClassFacts one) {
        @Nullable Boolean found = false;
        for (String to : one.handsItselfTo()) {
            @Nullable Boolean locks = classes.locksWhatItGets(to);
            if (Boolean.TRUE.equals(locks)) {
                return true;
            }
            found = locks == null ? null : found;
        }
        return found;
    }

    private String handedOn(ClassFacts one) {
        String to = one.handsItselfTo().stream()
                .filter(each -> Boolean.TRUE.equals(classes.locksWhatItGets(each)))
                .findFirst()
                .orElse("");
        return Names.dotted(one.name()) + " hands itself to " + Names.dotted(to)
                + ", where code of the JDK may lock it";
    }

    private static String monitor(ClassFacts one) {
        String place = one.locksThis() == null ? "" : " in " + one.locksThis();
        String why = one.refusal() == null ? "" : " and can't be rewritten: " + one.refusal();
        return Names.dotted(one.name()) + " locks it" + place + why;
    }

    private static Objects unread(String what) {
        return new Objects(false, true, what + " can't be read", "", true);
    }
}
