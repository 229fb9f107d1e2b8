package io.vtmonitor.scan;

import io.vtmonitor.scan.Program.TypeFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What extends what, and which method a call runs; what was not read is known from {@link Sinks} at most. */
final class Hierarchy {
    private final Program program;
    private final Sinks sinks;
    private final List<int[]> supertypes = new ArrayList<>();
    private final List<Numbers> subtypes = new ArrayList<>();

    Hierarchy(Program program, Sinks sinks) {
        this.program = program;
        this.sinks = sinks;
        for (int type = 0; type < program.types(); type++) {
            supertypes.add(direct(type));
            subtypes.add(new Numbers(0));
        }
        for (int type = 0; type < program.types(); type++) {
            for (int above : supertypes.get(type)) {
                subtypes.get(above).add(type);
            }
        }
    }

    private int[] direct(int type) {
        TypeFacts facts = program.facts(type);
        if (facts == null) {
            return sinks.supertypes(program.typeName(type)).stream()
                    .mapToInt(program::typeNumber)
                    .filter(above -> above >= 0)
                    .toArray();
        }
        int[] all = new int[facts.interfaces().length + (facts.superType() < 0 ? 0 : 1)];
        int at = 0;
        if (facts.superType() >= 0) {
            all[at++] = facts.superType();
        }
        for (int implemented : facts.interfaces()) {
            all[at++] = implemented;
        }
        return all;
    }

    /** The type itself and what it extends and implements, nearest first. */
    List<Integer> upwards(int type) {
        List<Integer> all = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(type));
        seen.set(type);
        while (!open.isEmpty()) {
            int next = open.remove();
            all.add(next);
            for (int above : supertypes.get(next)) {
                if (!seen.get(above)) {
                    seen.set(above);
                    open.add(above);
                }
            }
        }
        return all;
    }

    boolean isSubtype(int type, int of) {
        return type == of || upwards(type).contains(of);
    }

    /** The type itself and all that were read and extend or implement it; null where there are more than that many. */
    @Nullable
    List<Integer> downwards(int type, int most) {
        List<Integer> all = new ArrayList<>();
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(type));
        seen.set(type);
        while (!open.isEmpty()) {
            int next = open.remove();
            all.add(next);
            if (all.size() > most) {
                return null;
            }
            Numbers below = subtypes.get(next);
            for (int i = 0; i < below.size(); i++) {
                if (!seen.get(below.get(i))) {
                    seen.set(below.get(i));
                    open.add(below.get(i));
                }
            }
        }
        return all;
    }

    /** The method with code that a class has or inherits, -1 where none was read. */
    int resolve(int type, int signature) {
        int type0 = type;
        for (int steps = 0; type0 >= 0 && steps < 1_000; steps++) { // damaged classes may extend each other
            int method = program.methodOf(type0, signature);
            if (method >= 0 && program.hasCode(method)) {
                return method;
            }
            TypeFacts facts = program.facts(type0);
            type0 = facts == null ? -1 : facts.superType();
        }
        for (int above : upwards(type)) {
            int method = program.methodOf(above, signature);
            if (method >= 0 && program.hasCode(method) && !program.isStatic(method)) {
                return method; // a default method
            }
        }
        return -1;
    }

    /** What is known of a method by the nearest type that something is known of, null for nothing. */
    Sinks.@Nullable Rule rule(int type, String name, String descriptor) {
        for (int above : upwards(type)) {
            Sinks.Rule rule = sinks.rule(program.typeName(above), name, descriptor);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** What is known of that very method, null for nothing. */
    Sinks.@Nullable Rule ruleOf(int type, String name, String descriptor) {
        return sinks.rule(program.typeName(type), name, descriptor);
    }
}
