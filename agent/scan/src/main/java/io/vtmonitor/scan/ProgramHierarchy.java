package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What extends what, and which method a call runs; what was not read is known from {@link Sinks} at most. */
final class ProgramHierarchy {
    private static final String CLASS_LOADER = "java/lang/ClassLoader";

    private final Program program;
    private final Sinks sinks;
    private final List<int[]> supertypes = new ArrayList<>();
    private final List<int[]> listed = new ArrayList<>();
    private final List<Numbers> subtypes = new ArrayList<>();
    private final List<int @Nullable []> above = new ArrayList<>();
    private final List<int @Nullable []> listedAbove = new ArrayList<>();
    private final List<int @Nullable []> ruledAbove = new ArrayList<>();
    private final List<int @Nullable []> below = new ArrayList<>();
    private final int[] seen;
    private int stamp;

    ProgramHierarchy(Program program, Sinks sinks) {
        this.program = program;
        this.sinks = sinks;
        seen = new int[program.types()];
        for (int type = 0; type < program.types(); type++) {
            int[] direct = direct(type);
            supertypes.add(direct);
            listed.add(program.isOfJdk(type) ? listed(type) : direct);
            subtypes.add(new Numbers(0));
            above.add(null);
            listedAbove.add(null);
            ruledAbove.add(null);
            below.add(null);
        }
        for (int type = 0; type < program.types(); type++) {
            for (int extended : supertypes.get(type)) {
                subtypes.get(extended).add(type);
            }
        }
    }

    private int[] direct(int type) {
        TypeFacts facts = program.facts(type);
        if (facts == null) {
            return listed(type);
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

    private int[] listed(int type) {
        return sinks.supertypes(program.typeName(type)).stream()
                .mapToInt(program::typeNumber)
                .toArray();
    }

    /** The type itself and what it extends and implements, nearest first. */
    int[] upwards(int type) {
        return upwards(type, supertypes, above);
    }

    private int[] upwards(int type, List<int[]> direct, List<int @Nullable []> remembered) {
        int[] known = remembered.get(type);
        if (known == null) {
            Numbers all = new Numbers(4);
            stamp++;
            visit(type, all);
            for (int i = 0; i < all.size(); i++) {
                for (int next : direct.get(all.get(i))) {
                    visit(next, all);
                }
            }
            known = all.toArray();
            remembered.set(type, known);
        }
        return known;
    }

    private void visit(int type, Numbers all) {
        if (seen[type] != stamp) {
            seen[type] = stamp;
            all.add(type);
        }
    }

    boolean isSubtype(int type, int of) {
        for (int each : upwards(type)) {
            if (each == of) {
                return true;
            }
        }
        return false;
    }

    /** Whether it extends a class loader; one of another library is known by its name. */
    boolean isClassLoader(int type) {
        int loader = program.typeNumber(CLASS_LOADER);
        for (int above : upwards(type)) {
            boolean named =
                    program.facts(above) == null && program.typeName(above).endsWith("ClassLoader");
            if (loader >= 0 && (above == loader || named)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The type itself and all that were read and extend or implement it; the first so many, one more than the bound.
     */
    int[] downwards(int type, int most) {
        int[] known = below.get(type);
        if (known == null) {
            Numbers all = new Numbers(4);
            stamp++;
            visit(type, all);
            for (int i = 0; i < all.size() && all.size() <= most; i++) {
                Numbers next = subtypes.get(all.get(i));
                for (int j = 0; j < next.size(); j++) {
                    visit(next.get(j), all);
                }
            }
            known = all.toArray();
            below.set(type, known);
        }
        return known;
    }

    /** The method with code that a class has or inherits, -1 where none was read. */
    int resolve(int type, int signature) {
        int at = type;
        for (int steps = 0; at >= 0 && steps < 1_000; steps++) { // damaged classes may extend each other
            int method = program.methodOf(at, signature);
            if (method >= 0 && program.hasCode(method)) {
                return method;
            }
            TypeFacts facts = program.facts(at);
            at = facts == null ? -1 : facts.superType();
        }
        int chosen = -1;
        for (int implemented : upwards(type)) {
            int method = program.methodOf(implemented, signature);
            boolean isDefault = method >= 0 && program.hasCode(method) && !program.isStatic(method);
            // of two, the one whose interface extends the other's (JVMS 5.4.3.3), although that may be nearer
            if (isDefault && (chosen < 0 || isSubtype(implemented, program.typeOf(chosen)))) {
                chosen = method;
            }
        }
        return chosen;
    }

    /**
     * What is known of a method by the nearest type that something is known of, null for nothing. Which of the JDK's
     * types do what those above them do is listed: a {@code StringReader} is a {@code Reader} that never waits.
     */
    Sinks.@Nullable Rule rule(int type, String name, String descriptor) {
        for (int known : ruledAbove(type)) {
            Sinks.Rule rule = sinks.rule(program.typeName(known), name, descriptor);
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** Of the type itself and what it extends and implements: those that something is known of. */
    private int[] ruledAbove(int type) {
        int[] known = ruledAbove.get(type);
        if (known == null) {
            Numbers ruled = new Numbers(0);
            for (int each : upwards(type, listed, listedAbove)) {
                if (sinks.hasRules(program.typeName(each))) {
                    ruled.add(each);
                }
            }
            known = ruled.toArray();
            ruledAbove.set(type, known);
        }
        return known;
    }

    /** What is known of that very method, null for nothing. */
    Sinks.@Nullable Rule ruleOf(int type, String name, String descriptor) {
        return sinks.rule(program.typeName(type), name, descriptor);
    }
}
