package io.vtmonitor.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shortest path from each method to something that blocks, by a search backward from all that blocks at once. A
 * method leads on by one of its calls; a call by one of the methods that fit it, or by a function that is passed with
 * it.
 */
final class BlockingPaths {
    static final int NEVER = Integer.MAX_VALUE;
    private static final int NONE = -1;

    private final Program program;
    private final Callees callees;
    private final PassedFunctions passed;
    private final CallerIndex backward;
    private final MayReturnAtOnce streams;
    private final int[] ofMethod;
    private final int[] ofCallee;
    private final int[] nextCall;
    private final int[] nextTarget;
    private final List<Numbers> open = new ArrayList<>();

    BlockingPaths(Program program, Callees callees, PassedFunctions passed, MayReturnAtOnce streams) {
        this.program = program;
        this.callees = callees;
        this.passed = passed;
        this.streams = streams;
        backward = new CallerIndex(program, callees, passed);
        ofMethod = filled(program.methods(), NEVER);
        ofCallee = filled(program.callees(), NEVER);
        nextCall = filled(program.methods(), NONE);
        nextTarget = filled(program.callees(), NONE);
        for (int length = 0; length <= PathWeights.LONGEST; length++) {
            open.add(new Numbers(0));
        }
        search();
    }

    private static int[] filled(int size, int value) {
        int[] numbers = new int[size];
        Arrays.fill(numbers, value);
        return numbers;
    }

    private void search() {
        for (int callee = 0; callee < program.callees(); callee++) {
            BlockingKind kind = callees.kind(callee);
            if (kind != null) {
                reachCallee(callee, kind.distance(), NONE);
            }
        }
        for (int length = 0; length <= PathWeights.LONGEST; length++) {
            Numbers methods = open.get(length);
            for (int i = 0; i < methods.size(); i++) { // grows while it is gone over
                int method = methods.get(i);
                if (ofMethod[method] == length) {
                    expand(method, length);
                }
            }
        }
    }

    private void expand(int method, int length) {
        for (int callee : backward.calleesThatFit(method)) {
            int step = PathWeights.of(callees.certainty(callee), callees.targets(callee).length);
            reachCallee(callee, length + step, method);
        }
        for (int call : backward.callsThatPass(method)) {
            for (PassedFunctions.Run run : passed.of(call)) {
                if (run.body() == method) {
                    reachMethod(backward.caller(call), length + run.length(), call);
                }
            }
        }
    }

    private void reachCallee(int callee, int length, int target) {
        if (length < ofCallee[callee]) {
            ofCallee[callee] = length;
            nextTarget[callee] = target;
            for (int i = backward.firstCallOf(callee); i < backward.endOfCallsOf(callee); i++) {
                int call = backward.call(i);
                reachMethod(backward.caller(call), length + extra(call), call);
            }
        }
    }

    private int extra(int call) {
        if (program.calls().way(call) == Calls.Way.INITIALIZES) {
            return PathWeights.INITIALIZATION;
        }
        return isDoubted(call) ? PathWeights.of(Certainty.MANY_TARGETS, 1) : 0;
    }

    /** Whether a call that blocks by itself may well return at once. */
    boolean isDoubted(int call) {
        int callee = program.calls().callee(call);
        BlockingKind kind = nextTarget[callee] == NONE ? callees.kind(callee) : null;
        return kind != null && streams.doubts(backward.caller(call), callee, kind);
    }

    private void reachMethod(int method, int length, int call) {
        boolean better = length < ofMethod[method] || (length == ofMethod[method] && call < nextCall[method]);
        if (!better || length > PathWeights.LONGEST) {
            return;
        }
        boolean shorter = length < ofMethod[method];
        ofMethod[method] = length;
        nextCall[method] = call;
        if (shorter) {
            open.get(length).add(method);
        }
    }

    /** From a method's beginning, {@link #NEVER} where nothing that blocks is reached. */
    int ofMethod(int method) {
        return ofMethod[method];
    }

    /** The call that leads on from a method by its shortest path. */
    int nextCall(int method) {
        return nextCall[method];
    }

    /** From a call, by what it calls or by a function that is passed with it. */
    int ofCall(int call) {
        int callee = program.calls().callee(call);
        int length = callee < 0 || ofCallee[callee] == NEVER ? NEVER : ofCallee[callee] + extra(call);
        PassedFunctions.Run run = bestRun(call);
        return run == null ? length : Math.min(length, ofMethod[run.body()] + run.length());
    }

    /** The function passed with a call that leads on, where that is the shortest way from there; null if it is not. */
    PassedFunctions.@Nullable Run runThatLeadsOn(int call) {
        PassedFunctions.Run run = bestRun(call);
        int callee = program.calls().callee(call);
        int byCallee = callee < 0 || ofCallee[callee] == NEVER ? NEVER : ofCallee[callee] + extra(call);
        return run != null && ofMethod[run.body()] + run.length() < byCallee ? run : null;
    }

    /** The nearest to a block of the functions passed with a call; null if none reaches one. */
    PassedFunctions.@Nullable Run bestRun(int call) {
        PassedFunctions.Run best = null;
        int shortest = NEVER;
        for (PassedFunctions.Run run : passed.of(call)) {
            int length = ofMethod[run.body()] == NEVER ? NEVER : ofMethod[run.body()] + run.length();
            if (length < shortest) {
                best = run;
                shortest = length;
            }
        }
        return best;
    }

    /** The method that a call leads on to, -1 where what it calls blocks by itself. */
    int nextTarget(int callee) {
        return nextTarget[callee];
    }
}
