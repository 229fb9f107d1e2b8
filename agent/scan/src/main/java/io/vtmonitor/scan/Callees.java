package io.vtmonitor.scan;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Where each kind of call leads: to methods that were read, to a method that is known to block, or nowhere. A call that
 * more than {@link #MOST_TARGETS} methods fit is not followed: it says nothing.
 */
final class Callees {
    static final int MOST_TARGETS = 100;
    private static final int MOST_SUBTYPES = 2_000;
    private static final int[] NOWHERE = {};

    /** Every class has these, and nobody means a particular one. */
    private static final Set<String> OF_ALL = Set.of(
            "toString()Ljava/lang/String;",
            "hashCode()I",
            "equals(Ljava/lang/Object;)Z",
            "compareTo(Ljava/lang/Object;)I",
            "compare(Ljava/lang/Object;Ljava/lang/Object;)I",
            "finalize()V");

    private final Program program;
    private final int[][] targets;
    private final Certainty[] certainties;
    private final Sinks.@Nullable Rule[] rules;
    private final int tooMany;

    /** @param hierarchies gives each thread its own: what was looked up is remembered there */
    Callees(Program program, Supplier<ProgramHierarchy> hierarchies, int threads) {
        this.program = program;
        targets = new int[program.callees()][];
        certainties = new Certainty[program.callees()];
        rules = new Sinks.Rule[program.callees()];
        int share = program.callees() / threads + 1;
        tooMany = IntStream.range(0, threads)
                .parallel()
                .map(part -> new Part(hierarchies.get()).add(part * share, (part + 1) * share))
                .sum();
    }

    /** Some of the callees; what is found of one does not depend on the others. */
    private final class Part {
        private final ProgramHierarchy hierarchy;
        private int notFollowed;

        Part(ProgramHierarchy hierarchy) {
            this.hierarchy = hierarchy;
        }

        /** Returns how many are not followed. */
        int add(int from, int to) {
            for (int callee = from; callee < Math.min(to, program.callees()); callee++) {
                add(callee);
            }
            return notFollowed;
        }

        private void add(int callee) {
            int owner = program.ownerOf(callee);
            int signature = program.signatureOfCallee(callee);
            String text = program.signature(signature);
            boolean isVirtual = program.isVirtual(callee) && !OF_ALL.contains(text);
            int base = OF_ALL.contains(text) && program.isVirtual(callee) ? -1 : hierarchy.resolve(owner, signature);
            Sinks.Rule rule = rule(owner, text, base);
            rules[callee] = rule;
            if (rule != null && rule.verb() == Sinks.Verb.FREE) {
                put(callee, NOWHERE, Certainty.DIRECT);
            } else if (!isVirtual || (base >= 0 && isFixed(owner, base))) {
                put(callee, base < 0 ? NOWHERE : new int[] {base}, Certainty.DIRECT);
            } else {
                addChosen(callee, rule != null);
            }
        }

        /** A rule about what a type of the JDK does concerns the classes that do not do it otherwise. */
        private Sinks.@Nullable Rule rule(int owner, String signature, int base) {
            String name = Program.nameOf(signature);
            String descriptor = Program.descriptorOf(signature);
            if (base < 0 || program.isOfJdk(program.typeOf(base))) {
                return hierarchy.rule(owner, name, descriptor);
            }
            Sinks.Rule own = hierarchy.ruleOf(owner, name, descriptor);
            return own != null ? own : hierarchy.ruleOf(program.typeOf(base), name, descriptor);
        }

        private boolean isFixed(int owner, int base) {
            TypeFacts facts = program.facts(owner);
            return program.isFinal(base) || (facts != null && facts.isFinal());
        }

        private void addChosen(int callee, boolean known) {
            int owner = program.ownerOf(callee);
            int signature = program.signatureOfCallee(callee);
            int[] below = hierarchy.downwards(owner, MOST_SUBTYPES);
            Set<Integer> found = new LinkedHashSet<>();
            addTargets(found, below, false, signature);
            if (below.length > MOST_SUBTYPES || found.size() > MOST_TARGETS) {
                notFollowed++;
                put(callee, NOWHERE, Certainty.MANY_TARGETS);
                return;
            }
            Set<Integer> all = program.hasJdk() ? new LinkedHashSet<>(found) : found;
            if (program.hasJdk()) {
                addTargets(all, below, true, signature);
            }
            boolean tooManyOfJdk = all.size() > MOST_TARGETS;
            Set<Integer> followed = tooManyOfJdk ? found : all;
            boolean hasOthers = known || tooManyOfJdk || program.facts(owner) == null; // the JDK has classes that fit
            boolean one = followed.size() == 1 && !hasOthers;
            put(
                    callee,
                    followed.stream().mapToInt(Integer::intValue).toArray(),
                    one ? Certainty.ONE_TARGET : Certainty.MANY_TARGETS);
        }

        /** @param ofJdk whether those of the JDK's types, or all others */
        private void addTargets(Set<Integer> found, int[] below, boolean ofJdk, int signature) {
            for (int i = 0; i < below.length && below.length <= MOST_SUBTYPES && found.size() <= MOST_TARGETS; i++) {
                if (program.isOfJdk(below[i]) == ofJdk) {
                    addTargets(found, below[i], signature);
                }
            }
        }

        private void addTargets(Set<Integer> found, int type, int signature) {
            TypeFacts facts = program.facts(type);
            if (facts != null && !facts.isInterface() && !facts.isAbstract()) {
                int method = hierarchy.resolve(type, signature);
                if (method >= 0 && !program.isStatic(method)) {
                    found.add(method);
                }
            }
            for (int body : program.calls().functions(type, signature)) {
                int method = hierarchy.resolve(program.ownerOf(body), program.signatureOfCallee(body));
                if (method >= 0) {
                    found.add(method);
                }
            }
        }

        private void put(int callee, int[] methods, Certainty certainty) {
            targets[callee] = methods;
            certainties[callee] = certainty;
        }
    }

    int[] targets(int callee) {
        return targets[callee];
    }

    /** What it takes to go to one of its targets. */
    Certainty certainty(int callee) {
        return certainties[callee];
    }

    Sinks.@Nullable Rule rule(int callee) {
        return rules[callee];
    }

    /** What the call waits for by itself, null if it is not known to. */
    @Nullable
    BlockingKind kind(int callee) {
        Sinks.Rule rule = rules[callee];
        return rule != null && rule.blocks() ? rule.kind() : null;
    }

    /** Calls of different kinds that are not followed, since too many methods fit. */
    int tooMany() {
        return tooMany;
    }
}
