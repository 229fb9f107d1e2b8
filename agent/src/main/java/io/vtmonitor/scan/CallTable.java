package io.vtmonitor.scan;

import io.vtmonitor.bytecode.CallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Calls as numbers, and the names of what they call. */
final class CallTable {
    /** The callee is the one that is named. */
    private static final int EXACT = 0;

    /** It is chosen by the receiver's class. */
    private static final int VIRTUAL = 1;

    private static final String INITIALIZER = "<clinit>()V";
    private static final long BYTES_PER_CALL = 24;
    private static final long BYTES_PER_CALLEE = 40;
    private static final long BYTES_PER_TEXT = 240;

    private final Texts<String> types = new Texts<>();
    private final Texts<String> signatures = new Texts<>();
    private final Texts<List<String>> locks = new Texts<>();
    private final PairTable callees = new PairTable();
    private final Calls calls = new Calls();

    CallTable() {
        locks.number(List.of());
    }

    Texts<String> types() {
        return types;
    }

    Texts<String> signatures() {
        return signatures;
    }

    /** What is owned; nothing is number 0. */
    Texts<List<String>> locks() {
        return locks;
    }

    Calls calls() {
        return calls;
    }

    int size() {
        return callees.size();
    }

    int owner(int callee) {
        return callees.first(callee);
    }

    int signature(int callee) {
        return callees.second(callee) >>> 1;
    }

    boolean isVirtual(int callee) {
        return (callees.second(callee) & 1) == VIRTUAL;
    }

    /** A method that is chosen by the receiver's class. */
    int virtual(int owner, int signature) {
        return callees.number(owner, (signature << 1) | VIRTUAL);
    }

    /** About how much memory it takes. */
    long bytes() {
        return calls.size() * BYTES_PER_CALL
                + callees.size() * BYTES_PER_CALLEE
                + (types.size() + signatures.size()) * BYTES_PER_TEXT;
    }

    /** @param initialized classes that the caller initializes by earlier calls, with what it owns meanwhile */
    void add(int caller, CallSite site, Set<Long> initialized) {
        int owner = type(site.owner());
        int held = locks.number(site.held());
        boolean initializes = site.kind() == CallSite.Kind.STATIC
                || site.kind() == CallSite.Kind.INITIALIZATION
                || (site.kind() == CallSite.Kind.SPECIAL && site.name().equals("<init>"));
        if (initializes
                && owner != caller
                && !site.owner().startsWith("java/")
                && initialized.add(((long) owner << 32) | held)) {
            calls.add(Calls.Way.INITIALIZES, callee(owner, INITIALIZER, EXACT), site.line(), held, null, List.of());
        }
        if (site.kind() == CallSite.Kind.FUNCTION) {
            calls.addFunction(
                    owner,
                    signatures.number(site.name() + site.descriptor()),
                    body(site.passed().get(0)));
        } else if (site.kind() != CallSite.Kind.INITIALIZATION) {
            boolean chosen = site.kind() == CallSite.Kind.VIRTUAL || site.kind() == CallSite.Kind.INTERFACE;
            int receiver = chosen && site.receiver() != null ? type(site.receiver()) : owner;
            int mode = chosen && site.receiver() == null ? VIRTUAL : EXACT;
            int callee = callee(receiver, site.name() + site.descriptor(), mode);
            calls.add(Calls.Way.CALLS, callee, site.line(), held, site.waitsOn(), passed(site));
        }
    }

    private List<Calls.Function> passed(CallSite site) {
        if (site.passed().isEmpty()) {
            return List.of();
        }
        List<Calls.Function> passed = new ArrayList<>();
        for (CallSite.Passed function : site.passed()) {
            int body = function.name().isEmpty() ? -1 : body(function);
            passed.add(new Calls.Function(type(function.type()), type(function.owner()), body));
        }
        return passed;
    }

    private int body(CallSite.Passed function) {
        return callee(
                type(function.owner()), function.name() + function.descriptor(), function.isStatic() ? EXACT : VIRTUAL);
    }

    int callee(int owner, String signature, int mode) {
        return callees.number(owner, (signatures.number(signature) << 1) | mode);
    }

    private int type(String name) {
        return types.number(name);
    }
}
