package io.vtmonitor.scan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who calls what, from the end: the calls of a callee, the callees that a method fits, the calls that pass a function.
 */
final class CallerIndex {
    private final int[] callers;
    private final int[] firstCall;
    private final int[] calls;
    private final int[][] fitting;
    private final Map<Integer, Numbers> passing = new HashMap<>();

    CallerIndex(Program program, Callees callees, PassedFunctions passed) {
        Calls all = program.calls();
        callers = new int[all.size()];
        firstCall = new int[program.callees() + 1];
        for (int method = 0; method < program.methods(); method++) {
            for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
                callers[call] = method;
                if (all.callee(call) >= 0) {
                    firstCall[all.callee(call) + 1]++;
                }
            }
        }
        for (int callee = 0; callee < program.callees(); callee++) {
            firstCall[callee + 1] += firstCall[callee];
        }
        calls = new int[firstCall[program.callees()]];
        int[] at = firstCall.clone();
        for (int call = 0; call < all.size(); call++) {
            if (all.callee(call) >= 0) {
                calls[at[all.callee(call)]++] = call;
            }
        }
        fitting = fitting(program, callees);
        for (int call : all.passing()) {
            for (PassedFunctions.Run run : passed.of(call)) {
                passing.computeIfAbsent(run.body(), any -> new Numbers(2)).add(call);
            }
        }
    }

    private static int[][] fitting(Program program, Callees callees) {
        int[] sizes = new int[program.methods()];
        for (int callee = 0; callee < program.callees(); callee++) {
            for (int target : callees.targets(callee)) {
                sizes[target]++;
            }
        }
        int[][] fitting = new int[program.methods()][];
        for (int method = 0; method < fitting.length; method++) {
            fitting[method] = new int[sizes[method]];
        }
        for (int callee = 0; callee < program.callees(); callee++) {
            for (int target : callees.targets(callee)) {
                fitting[target][--sizes[target]] = callee;
            }
        }
        return fitting;
    }

    int caller(int call) {
        return callers[call];
    }

    int firstCallOf(int callee) {
        return firstCall[callee];
    }

    int endOfCallsOf(int callee) {
        return firstCall[callee + 1];
    }

    int call(int index) {
        return calls[index];
    }

    int[] calleesThatFit(int method) {
        return fitting[method];
    }

    List<Integer> callsThatPass(int method) {
        Numbers found = passing.get(method);
        return found == null ? List.of() : found.asList();
    }
}
