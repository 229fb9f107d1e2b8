package io.vtmonitor.scan;

import io.vtmonitor.model.MethodName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which methods the application's entries reach, each by the shortest path. */
final class EntryReach {
    private static final int NONE = -1;

    private final Program program;
    private final Callees callees;
    private final PassedFunctions passed;
    private final int[] entry;
    private final int[] length;
    private final int[] ofCallee;
    private final List<Numbers> open = new ArrayList<>();

    EntryReach(Program program, Callees callees, PassedFunctions passed, List<Integer> entries) {
        this.program = program;
        this.callees = callees;
        this.passed = passed;
        entry = new int[program.methods()];
        Arrays.fill(entry, NONE);
        length = new int[program.methods()];
        ofCallee = new int[program.callees()];
        Arrays.fill(length, BlockingPaths.NEVER);
        Arrays.fill(ofCallee, BlockingPaths.NEVER);
        for (int so = 0; so <= PathWeights.LONGEST; so++) {
            open.add(new Numbers(0));
        }
        for (int method : entries) {
            length[method] = 0;
            entry[method] = method;
            open.get(0).add(method);
        }
        for (int so = 0; so <= PathWeights.LONGEST; so++) {
            int[] methods = open.get(so).toArray(); // all of that length: no step has none
            Arrays.sort(methods);
            for (int method : methods) {
                if (length[method] == so) {
                    expand(method, so);
                }
            }
        }
    }

    private void expand(int method, int length) {
        for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
            int callee = program.calls().callee(call);
            int extra = program.calls().way(call) == Calls.Way.INITIALIZES ? PathWeights.INITIALIZATION : 0;
            int so = length + extra;
            if (callee >= 0 && so < ofCallee[callee]) {
                ofCallee[callee] = so;
                int[] targets = callees.targets(callee);
                int step = PathWeights.of(callees.certainty(callee), targets.length);
                for (int target : targets) {
                    reach(target, so + step, method);
                }
            }
            for (PassedFunctions.Run run : passed.of(call)) {
                reach(run.body(), length + run.length(), method);
            }
        }
    }

    private void reach(int method, int so, int from) {
        if (so < length[method] && so <= PathWeights.LONGEST) {
            length[method] = so;
            entry[method] = entry[from];
            open.get(so).add(method);
        }
    }

    /** How long the path from the nearest entry counts, {@link BlockingPaths#NEVER} where there is none. */
    int length(int method) {
        return length[method];
    }

    /** The nearest entry that reaches a method, null if none is known to. */
    @Nullable
    MethodName entryOf(int method) {
        int from = entry[method];
        return from < 0
                ? null
                : new MethodName(program.typeName(program.typeOf(from)).replace('/', '.'), program.name(from));
    }
}
