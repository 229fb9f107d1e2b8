package io.vtmonitor.report;

import io.vtmonitor.report.LimitKind.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that the figures of a report cannot show, as data; {@code report.text.LimitText} makes the sentence.
 *
 * @param kind what limits the figures
 * @param arguments by the names of the kind's parameters and in their order: a {@link Long}, a {@link Double}, a
 *     {@link String} or {@link VirtualThreads}, as the parameter's type says
 */
public record Limit(LimitKind kind, Map<String, Object> arguments) implements Comparable<Limit> {
    /** @throws IllegalArgumentException where an argument is missing, unknown or of another type */
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

    /** With the kind's arguments in the order of its parameters. */
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

    /** Those that hide most first, then by their arguments. */
    @Override
    public int compareTo(Limit other) {
        int order = kind.compareTo(other.kind);
        return order != 0 ? order : arguments.toString().compareTo(other.arguments.toString());
    }
}
