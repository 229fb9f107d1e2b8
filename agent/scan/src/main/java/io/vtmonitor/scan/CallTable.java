package io.vtmonitor.scan;

import io.vtmonitor.bytecode.CallSite;
import io.vtmonitor.bytecode.ClassCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Calls as numbers, and the names of what they call. */
final class CallTable {
    /** The callee is the one that is named. */
    private static final int EXACT = 0;

    /** It is chosen by the receiver's class. */
    private static final int VIRTUAL = 1;

    private static final int NONE = -1;
    private static final String INITIALIZER = "<clinit>()V";
    private static final long BYTES_PER_CALL = 24;
    private static final long BYTES_PER_CALLEE = 40;
    private static final long BYTES_PER_TEXT = 240;

    private final Texts<String> types = new Texts<>();
    private final Texts<String> signatures = new Texts<>();
    private final Texts<List<String>> locks = new Texts<>();
    private final PairTable callees = new PairTable();
    private final Calls calls = new Calls();
    private List<ClassCalls.Member> members = List.of();
    private int[] owners = {};
    private int[] exact = {};
    private int[] virtual = {};
    private int method;
    private int[] initialized = new int[1 << 10]; // by which method last
    private final Set<Long> initializedWithLocks = new HashSet<>();

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

    /** The calls that are added next are of a class that names these. */
    void begin(List<ClassCalls.Member> ofClass) {
        members = ofClass;
        if (owners.length < members.size()) {
            owners = new int[members.size() * 2];
            exact = new int[owners.length];
            virtual = new int[owners.length];
        }
        Arrays.fill(owners, 0, members.size(), NONE);
        Arrays.fill(exact, 0, members.size(), NONE);
        Arrays.fill(virtual, 0, members.size(), NONE);
    }

    /** The calls that are added next are of another method. */
    void beginMethod() {
        method++;
        initializedWithLocks.clear();
    }

    void add(int caller, CallSite site) {
        int owner = owner(site);
        int held = site.held().isEmpty() ? 0 : locks.number(site.held());
        if (initializes(site) && owner != caller && isFirst(owner, held) && !isOfJdk(site)) {
            calls.add(Calls.Way.INITIALIZES, callee(owner, INITIALIZER, EXACT), site.line(), held, null, List.of());
        }
        if (site.kind() == CallSite.Kind.FUNCTION) {
            calls.addFunction(
                    owner,
                    signatures.number(members.get(site.member()).signature()),
                    body(site.passed().get(0)));
        } else if (site.kind() != CallSite.Kind.INITIALIZATION) {
            boolean chosen = site.kind() == CallSite.Kind.VIRTUAL || site.kind() == CallSite.Kind.INTERFACE;
            int callee = chosen && site.receiver() != null
                    ? callee(type(site.receiver()), members.get(site.member()).signature(), EXACT)
                    : callee(site.member(), owner, chosen ? VIRTUAL : EXACT);
            calls.add(Calls.Way.CALLS, callee, site.line(), held, site.waitsOn(), passed(site));
        }
    }

    private boolean initializes(CallSite site) {
        return switch (site.kind()) {
            case STATIC, INITIALIZATION -> true;
            case SPECIAL -> members.get(site.member()).signature().startsWith("<init>(");
            default -> false;
        };
    }

    private boolean isOfJdk(CallSite site) {
        return members.get(site.member()).owner().startsWith("java/");
    }

    /** Whether no earlier call of the method initializes that class while it owns the same. */
    private boolean isFirst(int type, int held) {
        if (held != 0) {
            return initializedWithLocks.add(((long) type << 32) | held);
        }
        if (type >= initialized.length) {
            initialized = Arrays.copyOf(initialized, type * 2);
        }
        boolean first = initialized[type] != method;
        initialized[type] = method;
        return first;
    }

    private int owner(CallSite site) {
        int owner = owners[site.member()];
        if (owner == NONE) {
            owner = type(members.get(site.member()).owner());
            owners[site.member()] = owner;
        }
        return owner;
    }

    private int callee(int member, int owner, int mode) {
        int[] known = mode == EXACT ? exact : virtual;
        if (known[member] == NONE) {
            known[member] = callee(owner, members.get(member).signature(), mode);
        }
        return known[member];
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
