package io.vtmonitor.scan;

import io.vtmonitor.common.FailureText;
import io.vtmonitor.common.OptionFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of methods that are not read: which block, which run a function that they are given and which leave
 * that to another thread, which own a monitor meanwhile, and what the JDK's types extend. The format is described in
 * {@code docs/scan.md}; of several rules about a method the last one counts.
 */
public final class Sinks {
    private static final String OURS = "sinks.txt";

    private final Map<String, List<Rule>> byClass = new HashMap<>();
    private final Map<String, List<String>> supertypes = new HashMap<>();
    private final Map<String, List<String>> callbacks = new HashMap<>();

    /** What a rule says of a method. */
    enum Verb {
        BLOCKS,
        FREE,
        RUNS,
        DEFERS,
        HOLDS,
        HOLDS_AND_BLOCKS,
        /** Owns a monitor in objects of subclasses alone. */
        EXTENDED_HOLDS_AND_BLOCKS
    }

    /**
     * One line about a method.
     *
     * @param verb what it says
     * @param kind of blocking, null if it says nothing of that
     * @param method name, with a star at its end where it is the beginning of one
     * @param parameters beginning of its descriptor, empty for any
     * @param lock what a method that holds has locked, empty for others
     */
    record Rule(Verb verb, @Nullable BlockingKind kind, String method, String parameters, String lock) {
        boolean fits(String name, String descriptor) {
            boolean named = method.endsWith("*")
                    ? name.startsWith(method.substring(0, method.length() - 1))
                    : name.equals(method);
            return named && descriptor.startsWith(parameters);
        }

        /** @param bySubclass whether the object is known to be of a subclass */
        boolean holds(boolean bySubclass) {
            return verb == Verb.HOLDS
                    || verb == Verb.HOLDS_AND_BLOCKS
                    || (bySubclass && verb == Verb.EXTENDED_HOLDS_AND_BLOCKS);
        }

        boolean blocks() {
            return kind != null;
        }
    }

    private Sinks() {}

    /** What we know. */
    public static Sinks ours() {
        try (InputStream in = Sinks.class.getResourceAsStream(OURS)) {
            if (in == null) {
                throw new IllegalStateException(OURS + " is missing from the jar");
            }
            Sinks sinks = new Sinks();
            sinks.add(OURS, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return sinks;
        } catch (IOException e) {
            throw new IllegalStateException(OURS + " can't be read from the jar", e);
        }
    }

    /**
     * What we know and what a user's file adds, which counts more.
     *
     * @throws IllegalArgumentException says what is wrong with the file, in which line, and what is accepted
     */
    public static Sinks with(Path file) {
        Sinks sinks = ours();
        try {
            sinks.add(file.toString(), OptionFile.read(file, OptionFile.MOST_BYTES));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "file of sinks " + file + " can't be read: " + FailureText.reason(file.toString(), e), e);
        }
        return sinks;
    }

    private void add(String file, String text) {
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String rule = line.replaceFirst("(^|\\s)#.*", "").trim();
            if (!rule.isEmpty() && !add(rule.split("\\s+"))) {
                throw new IllegalArgumentException(file + ", line " + number + ": \"" + rule
                        + "\" is not a rule; accepted: KIND class.method, free class.method, runs class.method,"
                        + " defers class.method, holds class.method LOCK [KIND], extended-holds class.method LOCK"
                        + " KIND, subtype CLASS SUPERCLASS, native class.method class.method; kinds are "
                        + String.join(", ", kinds()));
            }
        }
    }

    private static List<String> kinds() {
        List<String> words = new ArrayList<>();
        for (BlockingKind kind : BlockingKind.values()) {
            if (kind != BlockingKind.UNREAD) {
                words.add(kind.toString());
            }
        }
        return words;
    }

    private boolean add(String[] words) {
        if (words.length < 2) {
            return false;
        }
        return switch (words[0]) {
            case "free" -> rule(words, 2, Verb.FREE, null, "");
            case "runs" -> rule(words, 2, Verb.RUNS, null, "");
            case "defers" -> rule(words, 2, Verb.DEFERS, null, "");
            case "holds" -> holds(words, Verb.HOLDS_AND_BLOCKS);
            case "extended-holds" -> words.length == 4 && holds(words, Verb.EXTENDED_HOLDS_AND_BLOCKS);
            case "subtype" ->
                words.length == 3 && added(supertypes, words[1].replace('.', '/'), words[2].replace('.', '/'));
            case "native" ->
                words.length == 3
                        && words[1].contains(".")
                        && words[2].contains(".")
                        && added(callbacks, key(words[1]), key(words[2]));
            default -> {
                BlockingKind kind = BlockingKind.parse(words[0]);
                yield kind != null && rule(words, 2, Verb.BLOCKS, kind, "");
            }
        };
    }

    private boolean holds(String[] words, Verb ifBlocks) {
        BlockingKind kind = words.length > 3 ? BlockingKind.parse(words[3]) : null;
        boolean complete = words.length == 3 || (words.length == 4 && kind != null);
        return complete
                && rule(words, words.length, kind == null ? Verb.HOLDS : ifBlocks, kind, words[2].replace('_', ' '));
    }

    private static boolean added(Map<String, List<String>> to, String key, String value) {
        to.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
        return true;
    }

    private boolean rule(String[] words, int length, Verb verb, @Nullable BlockingKind kind, String lock) {
        int end = words[1].indexOf('(');
        String parameters = end < 0 ? "" : words[1].substring(end);
        String named = end < 0 ? words[1] : words[1].substring(0, end);
        int dot = named.lastIndexOf('.');
        if (words.length != length || dot <= 0 || dot == named.length() - 1) {
            return false;
        }
        byClass.computeIfAbsent(named.substring(0, dot).replace('.', '/'), any -> new ArrayList<>())
                .add(0, new Rule(verb, kind, named.substring(dot + 1), parameters, lock));
        return true;
    }

    /** {@code com/acme/Type.method} of {@code com.acme.Type.method}. */
    private static String key(String method) {
        int dot = method.lastIndexOf('.');
        return method.substring(0, dot).replace('.', '/') + method.substring(dot);
    }

    /** Whether anything is said of methods of that very class. */
    boolean hasRules(String className) {
        return byClass.containsKey(className);
    }

    /** What is said of a method of that very class, null for nothing. */
    @Nullable
    Rule rule(String className, String method, String descriptor) {
        for (Rule rule : byClass.getOrDefault(className, List.of())) {
            if (rule.fits(method, descriptor)) {
                return rule;
            }
        }
        return null;
    }

    /** What a type of the JDK extends, as far as it matters; internal names. */
    List<String> supertypes(String className) {
        return supertypes.getOrDefault(className, List.of());
    }

    /** The methods that native code of a method calls back, as {@code com/acme/Type.method}; empty if none is known. */
    List<String> callbacks(String className, String method) {
        return callbacks.getOrDefault(className + "." + method, List.of());
    }
}
