package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.JdkPackages;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The classes and interfaces above a class, as far as class files are available. */
final class Ancestors {
    static final int DEEPEST = 200;

    private final Function<String, @Nullable ClassFacts> facts;

    /** @param facts null if a class file can't be read */
    Ancestors(Function<String, @Nullable ClassFacts> facts) {
        this.facts = facts;
    }

    /**
     * What a look at all of them found.
     *
     * @param meant whether one of them is meant
     * @param unreadClass whether a superclass can't be read, which may be meant or have one above it that is
     * @param unreadInterface whether an interface can't be read
     */
    record Match(boolean meant, boolean unreadClass, boolean unreadInterface) {
        /** Whether one of those that can't be read may be meant. */
        boolean maybe() {
            return !meant && (unreadClass || unreadInterface);
        }
    }

    /** Looks for one that is meant among the class itself and all above it. */
    Match find(String name, Predicate<String> meant) {
        return find(List.of(name), meant);
    }

    /** The same among the interfaces of a class and those above them. */
    Match findInterface(ClassFacts type, Predicate<String> meant) {
        return find(type.interfaces(), meant);
    }

    private Match find(Collection<String> names, Predicate<String> meant) {
        Deque<String> open = new ArrayDeque<>(names);
        Set<String> seen = new HashSet<>();
        Set<String> interfaces = new HashSet<>(names);
        boolean unreadClass = false;
        boolean unreadInterface = false;
        while (!open.isEmpty()) {
            String at = open.pop();
            if (meant.test(at)) {
                return new Match(true, false, false);
            }
            if (!seen.add(at) || JdkPackages.has(at)) {
                continue;
            }
            ClassFacts one = seen.size() > DEEPEST ? null : facts.apply(at);
            if (one == null) {
                unreadInterface |= interfaces.contains(at);
                unreadClass |= !interfaces.contains(at);
                continue;
            }
            interfaces.addAll(one.interfaces());
            open.addAll(one.interfaces());
            if (one.superName() != null) {
                open.add(one.superName());
            }
        }
        return new Match(false, unreadClass, unreadInterface);
    }

    /** Whether a class is, or may be, {@code java.io.Serializable}. */
    boolean maySerialize(String name) {
        Deque<String> open = new ArrayDeque<>(List.of(name));
        for (int seen = 0; !open.isEmpty() && seen < DEEPEST; seen++) {
            String at = open.pop();
            if (at.equals("java/io/Serializable")) {
                return true;
            }
            ClassFacts one = facts.apply(at);
            if (one == null) {
                return true;
            }
            open.addAll(one.interfaces());
            if (one.superName() != null) {
                open.add(one.superName());
            }
        }
        return !open.isEmpty();
    }
}
