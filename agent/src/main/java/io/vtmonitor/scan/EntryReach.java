package io.vtmonitor.scan;

import io.vtmonitor.model.MethodName;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Which methods the application's entries reach, each by the shortest path. */
final class EntryReach {
    private static final int NONE = -1;

    private final Program program;
    private final int[] entry;
    private final int[] length;

    EntryReach(Program program, Callees callees, PassedFunctions passed, List<Integer> entries) {
        this.program = program;
        entry = new int[program.methods()];
        Arrays.fill(entry, NONE);
        length = new int[program.methods()];
        int[] ofCallee = new int[program.callees()];
        Arrays.fill(length, Reach.NEVER);
        Arrays.fill(ofCallee, Reach.NEVER);
        PriorityQueue<long[]> open =
                new PriorityQueue<>((a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
        for (int method : entries) {
            length[method] = 0;
            entry[method] = method;
            open.add(new long[] {0, method});
        }
        while (!open.isEmpty()) {
            long[] next = open.remove();
            int method = (int) next[1];
            if (length[method] < next[0]) {
                continue;
            }
            for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
                int callee = program.calls().callee(call);
                int extra = program.calls().way(call) == Calls.Way.INITIALIZES ? Lengths.INITIALIZATION : 0;
                int so = (int) next[0] + extra;
                if (callee >= 0 && so < ofCallee[callee]) {
                    ofCallee[callee] = so;
                    int[] targets = callees.targets(callee);
                    int step = Lengths.of(callees.certainty(callee), targets.length);
                    for (int target : targets) {
                        reach(target, so + step, method, open);
                    }
                }
                for (PassedFunctions.Run run : passed.of(call)) {
                    reach(run.body(), (int) next[0] + run.length(), method, open);
                }
            }
        }
    }

    private void reach(int method, int so, int from, PriorityQueue<long[]> open) {
        if (so < length[method] && so <= Lengths.LONGEST) {
            length[method] = so;
            entry[method] = entry[from];
            open.add(new long[] {so, method});
        }
    }

    /** How long the path from the nearest entry counts, {@link Reach#NEVER} where there is none. */
    int length(int method) {
        return length[method];
    }

    /** The nearest entry that reaches a method, null where none is known to. */
    @Nullable
    MethodName entryOf(int method) {
        int from = entry[method];
        return from < 0
                ? null
                : new MethodName(program.typeName(program.typeOf(from)).replace('/', '.'), program.name(from));
    }
}
