package io.vtmonitor.scan;

import io.vtmonitor.common.JdkNames;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ways from a call to a method of a class that is neither on the class path nor of the JDK. */
final class UnreadCalls {
    private static final int MOST_METHODS = 64;

    private final Program program;
    private final Callees callees;

    UnreadCalls(Program program, Callees callees) {
        this.program = program;
        this.callees = callees;
    }

    /**
     * The shortest way; of the calls of its last method the last one, since what is made for a call comes before it.
     *
     * @return the calls of the way, the given one first; empty if none leads out of what was read
     */
    List<Integer> from(int call) {
        Map<Integer, Integer> before = new HashMap<>();
        Deque<Integer> open = new ArrayDeque<>();
        before.put(call, -1);
        if (isUnread(call)) {
            return way(call, before);
        }
        open.add(call);
        int methods = 0;
        while (!open.isEmpty() && methods < MOST_METHODS) {
            int by = open.remove();
            int callee = program.calls().callee(by);
            for (int target : callee < 0 ? new int[0] : callees.targets(callee)) {
                methods++;
                int last = -1;
                for (int next = program.firstCall(target); next < program.endOfCalls(target); next++) {
                    if (before.putIfAbsent(next, by) == null) {
                        open.add(next);
                        last = isUnread(next) ? next : last;
                    }
                }
                if (last >= 0) {
                    return way(last, before);
                }
            }
        }
        return List.of();
    }

    private boolean isUnread(int call) {
        int callee = program.calls().callee(call);
        if (callee < 0 || program.calls().way(call) != Calls.Way.CALLS) {
            return false;
        }
        int owner = program.ownerOf(callee);
        String name = program.typeName(owner);
        return program.facts(owner) == null && !name.startsWith("[") && !JdkNames.isJdk(name.replace('/', '.'));
    }

    private static List<Integer> way(int last, Map<Integer, Integer> before) {
        List<Integer> way = new ArrayList<>();
        for (int at = last; at >= 0; at = before.getOrDefault(at, -1)) {
            way.add(0, at);
        }
        return way;
    }
}
