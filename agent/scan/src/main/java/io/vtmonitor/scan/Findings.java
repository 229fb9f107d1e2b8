package io.vtmonitor.scan;

import io.vtmonitor.model.Hold;
import io.vtmonitor.model.MethodName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks every method: what holds the carrier there, and what that reaches. There is one finding for each holder and
 * hold.
 */
final class Findings {
    private static final int ACC_SYNCHRONIZED = 0x0020;
    private static final String LOAD_CLASS = "loadClass(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String FIND_CLASS = "findClass(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String RUN = "run()V";
    private static final String THREAD = "java/lang/Thread";
    private static final Set<String> WAITS = Set.of("wait()V", "wait(J)V", "wait(JI)V");
    private static final String TIME_UNIT = "java/util/concurrent/TimeUnit";
    private static final String TIMED_WAIT = "timedWait(Ljava/lang/Object;J)V";

    /** Four direct calls, or three to the only method that fits. */
    private static final int FARTHEST = 9;

    private final Program program;
    private final ProgramHierarchy hierarchy;
    private final Callees callees;
    private final BlockingPaths reach;
    private final EntryReach entries;
    private final EntryReach uses;
    private final @Nullable EntryReach application;
    private final CallPaths paths;
    private final boolean monitorsPin;
    private final UnreadCalls unreadCalls;
    private final Map<String, ScanFinding> found = new LinkedHashMap<>();
    private final Map<String, ScanFinding> beyond = new LinkedHashMap<>();

    /**
     * @param uses which methods the class path reaches
     * @param application which the application's own classes reach; null if it is not known which those are
     */
    Findings(
            Program program,
            ProgramHierarchy hierarchy,
            Callees callees,
            BlockingPaths reach,
            EntryReach entries,
            EntryReach uses,
            @Nullable EntryReach application,
            boolean monitorsPin) {
        this.program = program;
        this.hierarchy = hierarchy;
        this.callees = callees;
        this.reach = reach;
        this.entries = entries;
        this.uses = uses;
        this.application = application;
        this.monitorsPin = monitorsPin;
        paths = new CallPaths(program, callees, reach);
        unreadCalls = new UnreadCalls(program, callees);
    }

    List<ScanFinding> all() {
        for (int method = 0; method < program.methods(); method++) {
            if (isRemote(method)) {
                continue;
            }
            if (monitorsPin && !runsOnItsOwnThread(method)) {
                addMonitors(method);
            }
            Hold always = holdOfAnyJdk(method);
            if (always != null && reach.ofMethod(method) <= PathWeights.LONGEST) {
                addOfAnyJdk(method, always);
            }
        }
        return new ArrayList<>(found.values());
    }

    /**
     * Monitors under which nothing is known to block, and classes are called that were not read. They are guesses,
     * unless their class is known to wait there.
     */
    List<ScanFinding> beyond() {
        return new ArrayList<>(beyond.values());
    }

    /** A method of the JDK that the class path reaches through many calls, or by a guess. */
    private boolean isRemote(int method) {
        return program.isOfJdk(program.typeOf(method)) && uses.length(method) > FARTHEST;
    }

    /** A virtual thread is of no subclass of {@code Thread}: what such a class runs runs on a platform thread. */
    private boolean runsOnItsOwnThread(int method) {
        int thread = program.typeNumber(THREAD);
        return thread >= 0
                && program.signature(program.signatureOf(method)).equals(RUN)
                && hierarchy.isSubtype(program.typeOf(method), thread);
    }

    /**
     * What runs once, or for each class once, is worth a line where it surely goes to something that takes long: nearly
     * every initializer reaches a lock, or a resource, on some path that is never taken.
     */
    private void addOfAnyJdk(int method, Hold hold) {
        int call = reach.nextCall(method);
        CallPaths.Path path = paths.from(method, call);
        boolean once = hold == Hold.CLASS_INIT || hold == Hold.CLASS_LOAD;
        boolean vague = path.certainty() == Certainty.MANY_TARGETS
                || path.kind() == BlockingKind.LOCK
                || path.kind() == BlockingKind.STREAM
                || path.kind() == BlockingKind.NAMING
                || (path.kind() == BlockingKind.DNS && path.sink().methodName().startsWith("getByName"));
        if (!once || !vague) {
            add(method, call, hold, null, reach.ofMethod(method));
        }
    }

    /** By what a method keeps the carrier on every JDK, however it is written; null for most. */
    private @Nullable Hold holdOfAnyJdk(int method) {
        String signature = program.signature(program.signatureOf(method));
        if (signature.equals("<clinit>()V")) {
            return Hold.CLASS_INIT;
        }
        if (program.isNative(method)) {
            return Hold.NATIVE;
        }
        boolean loads = signature.equals(LOAD_CLASS) || signature.equals(FIND_CLASS);
        return loads && hierarchy.isClassLoader(program.typeOf(method)) ? Hold.CLASS_LOAD : null;
    }

    private void addMonitors(int method) {
        int best = -1;
        int shortest = PathWeights.LONGEST + 1;
        for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
            addOfJdk(method, call);
            boolean waits = isWait(call);
            if (waits) {
                add(method, call, Hold.OBJECT_WAIT, program.calls().waitsOn(call), 0);
            }
            boolean owns = program.calls().held(call) != 0;
            int length = owns ? reach.ofCall(call) : BlockingPaths.NEVER;
            if (length < shortest) {
                shortest = length;
                best = call;
            }
        }
        if (best >= 0) {
            String lock = String.join(", ", program.locks(program.calls().held(best)));
            add(method, best, Hold.MONITOR, lock, shortest);
        } else {
            addBeyond(method);
        }
    }

    private void addBeyond(int method) {
        List<Integer> way = List.of();
        for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
            List<Integer> its = program.calls().held(call) == 0 ? List.of() : unreadCalls.from(call);
            way = way.isEmpty() || (!its.isEmpty() && its.size() <= way.size()) ? its : way;
        }
        if (way.isEmpty()) {
            return;
        }
        String lock = String.join(", ", program.locks(program.calls().held(way.get(0))));
        Holder holder =
                new Holder(paths.name(method), program.signatureOf(method), program.access(method), Hold.MONITOR, lock);
        ScanFinding finding = finding(holder, method, way.get(0), paths.outOf(method, way), way.size(), isApi(method));
        beyond.putIfAbsent(key(finding), finding);
    }

    private boolean isWait(int call) {
        int callee = program.calls().callee(call);
        return callee >= 0
                && program.calls().way(call) == Calls.Way.CALLS
                && callees.kind(callee) == BlockingKind.OBJECT_WAIT
                && isObjectWait(callee);
    }

    /** Other methods may be known to wait in {@code Object.wait}, too: it is they that wait on a monitor then. */
    private boolean isObjectWait(int callee) {
        String signature = program.signature(program.signatureOfCallee(callee));
        return WAITS.contains(signature) // final, so of any class
                || (signature.equals(TIMED_WAIT)
                        && program.typeName(program.ownerOf(callee)).equals(TIME_UNIT));
    }

    /** A method of the JDK that owns a monitor while it runs a function, or blocks. */
    private void addOfJdk(int method, int call) {
        int callee = program.calls().callee(call);
        Sinks.Rule rule = callee < 0 ? null : callees.rule(callee);
        if (rule == null || !rule.holds(isOfSubclass(method, callee))) {
            return;
        }
        PassedFunctions.Run run = reach.bestRun(call);
        boolean blocks = rule.blocks();
        if (run == null && !blocks) {
            return;
        }
        int length = run != null && !blocks ? reach.ofMethod(run.body()) + run.length() : reach.ofCall(call);
        if (length > PathWeights.LONGEST) {
            return;
        }
        Holder holder = new Holder(
                paths.callee(callee), program.signatureOfCallee(callee), ACC_SYNCHRONIZED, Hold.MONITOR, rule.lock());
        put(holder, method, call, length, false);
    }

    /** Called by a class on what it extends, or on an object of a class that was read. */
    private boolean isOfSubclass(int method, int callee) {
        int owner = program.ownerOf(callee);
        return program.isOfClassPath(owner)
                || (!program.isVirtual(callee) && hierarchy.isSubtype(program.typeOf(method), owner));
    }

    private void add(int method, int call, Hold hold, @Nullable String lock, int length) {
        Holder holder = new Holder(paths.name(method), program.signatureOf(method), program.access(method), hold, lock);
        put(holder, method, call, length, isApi(method));
    }

    /** Implements a method of the JDK's that is known to block, and which applications call. */
    private boolean isApi(int method) {
        String signature = program.signature(program.signatureOf(method));
        Sinks.Rule rule = program.isStatic(method)
                ? null
                : hierarchy.rule(program.typeOf(method), Program.nameOf(signature), Program.descriptorOf(signature));
        return rule != null && rule.blocks();
    }

    /** Who holds, and how. */
    private record Holder(
            MethodName method,
            int signature,
            int access,
            Hold hold,
            @Nullable String lock) {}

    /** Overloads and several calls of one method of the JDK's are one finding: the one with the shortest path. */
    private void put(Holder holder, int method, int call, int length, boolean api) {
        ScanFinding finding = finding(holder, method, call, paths.from(method, call), length, api);
        String key = key(finding);
        ScanFinding known = found.get(key);
        if (known == null || finding.length() < known.length()) {
            found.put(key, finding);
        }
    }

    private static String key(ScanFinding finding) {
        return finding.holding().holder() + " " + finding.holding().hold() + " "
                + finding.holding().library();
    }

    private ScanFinding finding(Holder holder, int method, int call, CallPaths.Path path, int length, boolean api) {
        return new ScanFinding(
                new ScanFinding.Holding(
                        holder.method(),
                        Program.descriptorOf(program.signature(holder.signature())),
                        holder.access(),
                        holder.hold(),
                        holder.lock(),
                        paths.library(method),
                        paths.isOfApplication(method),
                        paths.source(method, program.calls().line(call))),
                path.steps(),
                path.kind(),
                path.sink(),
                path.certainty(),
                length,
                new ScanFinding.Reach(
                        entries.entryOf(method),
                        entries.length(method),
                        api || application == null || application.length(method) <= PathWeights.LONGEST),
                api);
    }
}
