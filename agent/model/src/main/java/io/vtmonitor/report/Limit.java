package io.vtmonitor.report;

import io.vtmonitor.report.LimitKind.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Something that the figures of a report cannot show, as data. {@code report.text.LimitText} makes the sentence.
 *
 * @param kind what limits the figures
 * @param arguments by the names of the kind's parameters, and in their order. Each is a {@link Long}, a {@link Double},
 *     a {@link String}, or {@link VirtualThreads}, as the parameter's type says
 */
public record Limit(LimitKind kind, Map<String, Object> arguments) implements Comparable<Limit> {
    /** @throws IllegalArgumentException if an argument is missing, unknown, or of another type */
    public Limit {
        Map<String, Object> checked = new LinkedHashMap<>();
        for (Parameter parameter : kind.parameters()) {
            checked.put(parameter.name(), parameter.checked(arguments.get(parameter.name())));
        }
        if (!checked.keySet().containsAll(arguments.keySet())) {
            throw new IllegalArgumentException(
                    kind + " has the arguments " + checked.keySet() + ", not " + arguments.keySet());
        }
        arguments = Collections.unmodifiableMap(checked);
    }

    /** A limit with the arguments in the order of the kind's parameters. */
    public static Limit of(LimitKind kind, Object... arguments) {
        List<Parameter> parameters = kind.parameters();
        if (arguments.length != parameters.size()) {
            throw new IllegalArgumentException(kind + " has " + parameters.size() + " arguments");
        }
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            named.put(parameters.get(i).name(), arguments[i]);
        }
        return new Limit(kind, named);
    }

    public LimitKind.Hides hides() {
        return kind.hides();
    }

    public long count(String name) {
        return (Long) argument(name);
    }

    public double seconds(String name) {
        return (Double) argument(name);
    }

    public String text(String name) {
        return (String) argument(name);
    }

    public VirtualThreads threads(String name) {
        return (VirtualThreads) argument(name);
    }

    private Object argument(String name) {
        @Nullable Object argument = arguments.get(name);
        if (argument == null) {
            throw new IllegalArgumentException(kind + " has no argument " + name);
        }
        return argument;
    }

    /** Orders limits that hide most first, then by their arguments. */
    @Override
    public int compareTo(Limit other) {
        int order = kind.compareTo(other.kind);
        return order != 0 ? order : arguments.toString().compareTo(other.arguments.toString());
    }

    /**
     * Virtual threads that a sentence names.
     *
     * @param ids those that it names
     * @param more how many it does not name
     */
    public record VirtualThreads(List<Long> ids, int more) {
        private static final Pattern TEXT = Pattern.compile("((?:, #\\d{1,18})+)(?: and (\\d{1,9}) more)?");

        public VirtualThreads {
            ids = List.copyOf(ids);
        }

        /** The threads with the lowest ids, at most {@code named}, and how many more there are. */
        public static VirtualThreads first(int named, List<Long> all) {
            return new VirtualThreads(all.stream().sorted().limit(named).toList(), Math.max(0, all.size() - named));
        }

        /**
         * Reads what {@link #toString} has written.
         *
         * @throws IllegalArgumentException if the text is something else
         */
        public static VirtualThreads parse(String text) {
            Matcher parts = TEXT.matcher(", " + text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("'" + text + "' names no virtual threads");
            }
            List<Long> ids = new ArrayList<>();
            for (String id : parts.group(1).substring(", #".length()).split(", #", -1)) {
                ids.add(Long.valueOf(id));
            }
            return new VirtualThreads(ids, parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2)));
        }

        @Override
        public String toString() {
            List<String> named = new ArrayList<>();
            ids.forEach(id -> named.add("#" + id));
            return String.join(", ", named) + (more == 0 ? "" : " and " + more + " more");
        }
    }
}
