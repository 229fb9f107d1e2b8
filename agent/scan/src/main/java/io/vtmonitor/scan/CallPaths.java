package io.vtmonitor.scan;

import io.vtmonitor.model.Library;
import io.vtmonitor.model.MethodName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The methods and calls of a shortest path, written out. */
final class CallPaths {
    private final Program program;
    private final Callees callees;
    private final BlockingPaths reach;

    CallPaths(Program program, Callees callees, BlockingPaths reach) {
        this.program = program;
        this.callees = callees;
        this.reach = reach;
    }

    /**
     * A path from a call.
     *
     * @param steps the methods, the caller's first
     * @param kind what is waited for
     * @param sink what waits
     * @param certainty what the path needs
     */
    record Path(List<ScanFinding.Step> steps, BlockingKind kind, MethodName sink, Certainty certainty) {}

    /** @param call one from which something that blocks is reached */
    Path from(int method, int call) {
        List<ScanFinding.Step> steps = new ArrayList<>();
        Certainty need = Certainty.DIRECT;
        int at = method;
        int by = call;
        while (true) {
            int callee = program.calls().callee(by);
            PassedFunctions.Run run = reach.runThatLeadsOn(by);
            int target = run != null ? run.body() : reach.nextTarget(callee);
            Certainty certainty = run != null ? run.certainty() : certainty(by, callee, target);
            need = need.and(certainty);
            steps.add(step(at, by, certainty));
            if (target < 0) {
                Sinks.Rule rule = Objects.requireNonNull(callees.rule(callee));
                return new Path(steps, Objects.requireNonNull(rule.kind()), callee(callee), need);
            }
            at = target;
            by = reach.nextCall(target);
        }
    }

    /** A path of calls that leave what was read. */
    Path outOf(int method, List<Integer> way) {
        List<ScanFinding.Step> steps = new ArrayList<>();
        int at = method;
        int last = 0;
        for (int call : way) {
            last = program.calls().callee(call);
            steps.add(step(at, call, Certainty.MANY_TARGETS));
            for (int target : callees.targets(last)) {
                at = way.indexOf(call) + 1 < way.size() && has(target, way.get(way.indexOf(call) + 1)) ? target : at;
            }
        }
        return new Path(steps, BlockingKind.UNREAD, callee(last), Certainty.MANY_TARGETS);
    }

    private boolean has(int method, int call) {
        return call >= program.firstCall(method) && call < program.endOfCalls(method);
    }

    /** A call that blocks by itself needs no choice, where it does block: whatever runs is of its kind. */
    private Certainty certainty(int call, int callee, int target) {
        if (target < 0) {
            return reach.isDoubted(call) ? Certainty.MANY_TARGETS : Certainty.DIRECT;
        }
        boolean initializes = program.calls().way(call) == Calls.Way.INITIALIZES;
        return initializes ? Certainty.ONE_TARGET : callees.certainty(callee);
    }

    private ScanFinding.Step step(int method, int call, Certainty certainty) {
        return new ScanFinding.Step(
                name(method),
                Program.descriptorOf(program.signature(program.signatureOf(method))),
                program.access(method),
                program.calls().line(call),
                certainty,
                library(method),
                isOfApplication(method));
    }

    MethodName name(int method) {
        return new MethodName(binary(program.typeOf(method)), program.name(method));
    }

    /** As the call names it. */
    MethodName callee(int callee) {
        return new MethodName(
                binary(program.ownerOf(callee)), Program.nameOf(program.signature(program.signatureOfCallee(callee))));
    }

    private String binary(int type) {
        return program.typeName(type).replace('/', '.');
    }

    Library library(int method) {
        return program.library(facts(method).library());
    }

    boolean isOfApplication(int method) {
        return facts(method).application();
    }

    ScanFinding.Source source(int method, int line) {
        return new ScanFinding.Source(
                binary(program.typeOf(method)), facts(method).source(), line);
    }

    private TypeFacts facts(int method) {
        return Objects.requireNonNull(program.facts(program.typeOf(method)));
    }
}
