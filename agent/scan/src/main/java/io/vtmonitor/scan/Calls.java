package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The calls of all methods as columns of numbers, in the order of the methods, and the functions that are made. */
final class Calls {
    private final Numbers ways = new Numbers();
    private final Numbers callees = new Numbers();
    private final Numbers lines = new Numbers();
    private final Numbers held = new Numbers();
    private final Map<Integer, String> waits = new HashMap<>();
    private final Map<Integer, List<Function>> passed = new HashMap<>();
    private final NavigableMap<Integer, String> callbacks = new TreeMap<>();
    private final Map<Long, Set<Integer>> functions = new HashMap<>();
    private final BitSet functionTypes = new BitSet();

    /** How a call leads to code. */
    enum Way {
        CALLS,
        INITIALIZES,
        CALLS_BACK
    }

    /**
     * A function that is passed.
     *
     * @param type number of the interface that it is passed as
     * @param owner number of the class that has its body, or of the object itself
     * @param body number of the callee that is its body, -1 for an object made by {@code new}
     */
    record Function(int type, int owner, int body) {}

    private static final List<Way> WAYS = List.of(Way.values());

    void add(Way way, int callee, int line, int locks, @Nullable String waitsOn, List<Function> functionsPassed) {
        if (waitsOn != null) {
            waits.put(size(), waitsOn);
        }
        if (!functionsPassed.isEmpty()) {
            passed.put(size(), functionsPassed);
        }
        ways.add(WAYS.indexOf(way));
        callees.add(callee);
        lines.add(line);
        held.add(locks);
    }

    /** A call of native code, whose callee is known once all classes are. */
    void addCallback(String method, int locks) {
        callbacks.put(size(), method);
        add(Way.CALLS_BACK, -1, 0, locks, null, List.of());
    }

    /** The calls of native code, the last one first. */
    Map<Integer, String> callbacks() {
        return callbacks.descendingMap();
    }

    /**
     * Calls each of these in place of that call of native code. Later calls move back, so the last call of native code
     * is resolved first.
     */
    void resolveCallback(int call, List<Integer> overloads) {
        int copies = overloads.size() - 1;
        if (copies > 0) {
            List.of(ways, callees, lines, held).forEach(column -> column.repeat(call, copies));
            moveBack(waits, call, copies);
            moveBack(passed, call, copies);
        }
        for (int i = 0; i < overloads.size(); i++) {
            callees.set(call + i, overloads.get(i));
        }
    }

    private static <T> void moveBack(Map<Integer, T> ofCalls, int after, int by) {
        Map<Integer, T> moved = new HashMap<>();
        ofCalls.forEach((call, value) -> moved.put(call > after ? call + by : call, value));
        ofCalls.clear();
        ofCalls.putAll(moved);
    }

    /** A function is made that implements an interface. */
    void addFunction(int type, int signature, int body) {
        functionTypes.set(type);
        functions
                .computeIfAbsent(((long) type << 32) | signature, any -> new LinkedHashSet<>())
                .add(body);
    }

    /** The bodies of the functions that were made for that method of that interface, as callees. */
    List<Integer> functions(int type, int signature) {
        if (!functionTypes.get(type)) {
            return List.of();
        }
        Set<Integer> bodies = functions.get(((long) type << 32) | signature);
        return bodies == null ? List.of() : new ArrayList<>(bodies);
    }

    /** The calls that pass functions, in their order. */
    List<Integer> passing() {
        List<Integer> all = new ArrayList<>(passed.keySet());
        all.sort(null);
        return all;
    }

    int size() {
        return ways.size();
    }

    Way way(int call) {
        return WAYS.get(ways.get(call));
    }

    /** -1 for a callback to a method that no class file has. */
    int callee(int call) {
        return callees.get(call);
    }

    int line(int call) {
        return lines.get(call);
    }

    int held(int call) {
        return held.get(call);
    }

    @Nullable
    String waitsOn(int call) {
        return waits.get(call);
    }

    List<Function> passed(int call) {
        return passed.getOrDefault(call, List.of());
    }
}
