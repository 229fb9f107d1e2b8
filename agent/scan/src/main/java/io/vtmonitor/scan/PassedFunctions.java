package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions that are passed with a call and run before it returns: the JDK's methods are known from {@link Sinks}; of
 * methods that were read, whether they call what they are given, or hand it on to one that does; of others nobody
 * knows.
 */
final class PassedFunctions {
    private static final int MOST_CALLEES_ASKED = 8;
    private static final int MOST_HANDED_ON = 3;

    private final Program program;
    private final ProgramHierarchy hierarchy;
    private final Callees callees;
    private final Map<Integer, List<Run>> runs = new HashMap<>();

    /** By method, type and how often it may be handed on. */
    private final Map<Long, Boolean> uses = new HashMap<>();

    /**
     * A function that is run.
     *
     * @param body the method that is its code
     * @param certainty how sure it is that it is run, and that this is its code
     * @param length how long the step to it counts
     */
    record Run(int body, Certainty certainty, int length) {}

    PassedFunctions(Program program, ProgramHierarchy hierarchy, Callees callees) {
        this.program = program;
        this.hierarchy = hierarchy;
        this.callees = callees;
        for (int call : program.calls().passing()) {
            List<Run> found = runsOf(call);
            if (!found.isEmpty()) {
                runs.put(call, found);
            }
        }
    }

    /** The functions that run while a call does; empty for most. */
    List<Run> of(int call) {
        return runs.getOrDefault(call, List.of());
    }

    /** The functions that the application's own code hands to executors and threads: tasks of their own. */
    List<Integer> tasks() {
        List<Integer> tasks = new ArrayList<>();
        for (int method = 0; method < program.methods(); method++) {
            TypeFacts facts = program.facts(program.typeOf(method));
            if (facts == null || !facts.application()) {
                continue;
            }
            for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
                int callee = program.calls().callee(call);
                Sinks.Rule rule = callee < 0 ? null : callees.rule(callee);
                if (rule != null && rule.verb() == Sinks.Verb.DEFERS) {
                    program.calls().passed(call).forEach(function -> tasks.addAll(bodies(function)));
                }
            }
        }
        return tasks;
    }

    private List<Run> runsOf(int call) {
        List<Run> found = new ArrayList<>();
        int callee = program.calls().callee(call);
        for (Calls.Function function : program.calls().passed(call)) {
            Certainty certainty = certainty(callee, function);
            List<Integer> bodies = certainty == null ? List.of() : bodies(function);
            for (int body : bodies) {
                Certainty its = bodies.size() > 1 || certainty == null ? Certainty.MANY_TARGETS : certainty;
                found.add(new Run(body, its, PathWeights.of(its, bodies.size())));
            }
        }
        return found;
    }

    private List<Integer> bodies(Calls.Function function) {
        List<Integer> bodies = new ArrayList<>();
        if (function.body() >= 0) {
            for (int target : callees.targets(function.body())) {
                bodies.add(target);
            }
            return bodies;
        }
        TypeFacts object = program.facts(function.owner());
        if (object == null || !hierarchy.isSubtype(function.owner(), function.type())) {
            return bodies;
        }
        for (int method = object.firstMethod(); method < object.firstMethod() + object.methods(); method++) {
            boolean mayBe = !program.isStatic(method)
                    && !program.isBridge(method)
                    && program.hasCode(method)
                    && !program.name(method).startsWith("<");
            if (mayBe && implementsIt(method, function.type())) {
                bodies.add(method);
            }
        }
        return bodies;
    }

    /** By name: a bridge stands between the two descriptors where the interface has type parameters. */
    private boolean implementsIt(int method, int type) {
        TypeFacts declared = program.facts(type);
        if (declared == null) {
            return FunctionalNames.isOne(program.name(method));
        }
        for (int each = declared.firstMethod(); each < declared.firstMethod() + declared.methods(); each++) {
            if (program.name(each).equals(program.name(method))) {
                return true;
            }
        }
        return false;
    }

    /** Null if the callee does not run it before it returns, or nobody knows. */
    private @Nullable Certainty certainty(int callee, Calls.Function function) {
        Sinks.Rule rule = callees.rule(callee);
        if (rule != null) {
            return switch (rule.verb()) {
                case RUNS, HOLDS, HOLDS_AND_BLOCKS -> Certainty.DIRECT;
                case DEFERS, FREE, BLOCKS, EXTENDED_HOLDS_AND_BLOCKS -> null;
            };
        }
        int[] targets = callees.targets(callee);
        if (targets.length == 0) {
            boolean isRead = program.facts(program.ownerOf(callee)) != null;
            boolean isJdk = program.typeName(program.ownerOf(callee)).startsWith("java");
            return isRead || isJdk ? null : Certainty.MANY_TARGETS;
        }
        for (int i = 0; i < Math.min(targets.length, MOST_CALLEES_ASKED); i++) {
            if (uses(targets[i], function.type(), MOST_HANDED_ON)) {
                return callees.certainty(callee).and(Certainty.ONE_TARGET);
            }
        }
        return null;
    }

    private boolean uses(int method, int type, int more) {
        long key = ((((long) method << 30) | type) << 2) | more;
        Boolean known = uses.get(key);
        if (known == null) {
            known = looksWhetherUses(method, type, more);
            uses.put(key, known);
        }
        return known;
    }

    private boolean looksWhetherUses(int method, int type, int more) {
        String parameter = "L" + program.typeName(type) + ";";
        for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
            int callee = program.calls().callee(call);
            if (callee < 0) {
                continue;
            }
            String signature = program.signature(program.signatureOfCallee(callee));
            if (program.ownerOf(callee) == type && !signature.startsWith("<")) {
                return true;
            }
            int[] targets = callees.targets(callee);
            boolean handsOn = more > 0
                    && targets.length > 0
                    && targets.length <= MOST_CALLEES_ASKED
                    && !signature.startsWith("<")
                    && Program.descriptorOf(signature).contains(parameter);
            if (handsOn && targets[0] != method && uses(targets[0], type, more - 1)) {
                return true;
            }
        }
        return false;
    }
}
