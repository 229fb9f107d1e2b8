package io.vtmonitor.scan;

import io.vtmonitor.bytecode.CallSite;
import io.vtmonitor.bytecode.ClassCalls;
import io.vtmonitor.model.Library;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The classes that were read, as tables of numbers: types, methods, calls. Numbers follow the order in which classes
 * are added, so the same class path gives the same numbers whoever read it. A type that is only named has a number,
 * too.
 */
final class Program {
    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_SYNCHRONIZED = 0x0020;
    private static final int ACC_NATIVE = 0x0100;
    private static final int ACC_ABSTRACT = 0x0400;
    private static final int ACC_FINAL = 0x0010;
    private static final int ACC_PRIVATE = 0x0002;
    private static final int ACC_BRIDGE = 0x0040;

    /** The name of the library that the JDK's own classes are. */
    static final String JDK = "jdk";

    private static final long BYTES_PER_PAIR = 40;

    private final CallTable table = new CallTable();
    private final Texts<String> types = table.types();
    private final Texts<String> signatures = table.signatures();
    private final Texts<Library> libraries = new Texts<>();
    private final List<@Nullable TypeFacts> facts = new ArrayList<>();
    private final PairTable methods = new PairTable();
    private final Numbers methodAccess = new Numbers();
    private final Numbers firstCall = new Numbers();
    private final List<Integer> unfollowed = new ArrayList<>();
    private final Calls calls = table.calls();
    private final List<Integer> entries = new ArrayList<>();
    private boolean hasJdk;

    /**
     * Adds a class.
     *
     * @param application whether it is of the application, and no library's
     * @return false if one of that name was added before: as in a class path, the first one counts
     */
    boolean add(ClassCalls read, Library library, boolean application, Sinks sinks) {
        int type = type(read.name());
        if (facts(type) != null) {
            return false;
        }
        hasJdk |= library.name().equals(JDK);
        int superType = read.superName() == null ? -1 : type(read.superName());
        int[] interfaces = read.interfaces().stream().mapToInt(this::type).toArray();
        int firstMethod = methods.size();
        table.begin(read.members());
        for (ClassCalls.Method method : read.methods()) {
            addMethod(type, read, method, application, sinks);
        }
        while (facts.size() <= type) {
            facts.add(null);
        }
        facts.set(
                type,
                new TypeFacts(
                        type,
                        superType,
                        interfaces,
                        read.access(),
                        libraries.number(library),
                        application,
                        library.name().equals(JDK),
                        read.source(),
                        firstMethod,
                        methods.size() - firstMethod));
        return true;
    }

    private void addMethod(int type, ClassCalls read, ClassCalls.Method method, boolean application, Sinks sinks) {
        int before = methods.size();
        int id = methods.number(type, signatures.number(method.name() + method.descriptor()));
        if (id < before) {
            return; // a damaged class file that has a method twice
        }
        methodAccess.add(method.access());
        firstCall.add(calls.size());
        if (!method.followed()) {
            unfollowed.add(id);
        }
        if (Entries.isEntry(method, application)) {
            entries.add(id);
        }
        table.beginMethod();
        for (CallSite site : method.calls()) {
            table.add(type, site);
        }
        if ((method.access() & ACC_NATIVE) != 0) {
            for (String callback : sinks.callbacks(read.name(), method.name())) {
                calls.addCallback(callback, table.locks().number(ownMonitor(method.access(), read.name())));
            }
        }
    }

    /** A native method that is synchronized has no code to read. */
    private static List<String> ownMonitor(int access, String type) {
        if ((access & ACC_SYNCHRONIZED) == 0) {
            return List.of();
        }
        return List.of((access & ACC_STATIC) == 0 ? "this" : "class " + type.substring(type.lastIndexOf('/') + 1));
    }

    private int type(String name) {
        return types.number(name);
    }

    /** To be called once, after the last class. */
    void finish(Sinks sinks) {
        firstCall.add(calls.size());
        for (int type = 0; type < types.size(); type++) { // grows while it is gone over
            if (!isOfClassPath(type)) {
                sinks.supertypes(types.get(type)).forEach(this::type);
            }
        }
        calls.callbacks().forEach((call, callback) -> {
            List<Integer> overloads = overloads(callback);
            calls.resolveCallback(call, overloads);
            for (int method = methods.size(); overloads.size() > 1 && firstCall.get(method) > call; method--) {
                firstCall.set(method, firstCall.get(method) + overloads.size() - 1);
            }
        });
    }

    /** The methods of that name that a class has, as callees. */
    private List<Integer> overloads(String callback) {
        int dot = callback.lastIndexOf('.');
        int owner = type(callback.substring(0, dot));
        TypeFacts known = facts(owner);
        List<Integer> overloads = new ArrayList<>();
        for (int i = 0; known != null && i < known.methods(); i++) {
            int method = known.firstMethod() + i;
            if (name(method).equals(callback.substring(dot + 1))) {
                overloads.add(table.virtual(owner, methods.second(method)));
            }
        }
        return overloads;
    }

    /** About how much memory the tables take. */
    long bytes() {
        return methods.size() * BYTES_PER_PAIR + table.bytes();
    }

    int types() {
        return types.size();
    }

    String typeName(int type) {
        return types.get(type);
    }

    /** -1 where no class file names it. */
    int typeNumber(String internalName) {
        return types.find(internalName);
    }

    /** Null for a type that is only named. */
    @Nullable
    TypeFacts facts(int type) {
        return type < facts.size() ? facts.get(type) : null;
    }

    /** Whether a type was read from the class path; of the JDK's types the list of what blocks knows, too. */
    boolean isOfClassPath(int type) {
        return facts(type) != null && !isOfJdk(type);
    }

    /** Whether a type was read from a JDK. */
    boolean isOfJdk(int type) {
        TypeFacts known = facts(type);
        return known != null && known.jdk();
    }

    /** Whether a type is the application's own, and no library's. */
    boolean isOfApplication(int type) {
        TypeFacts known = facts(type);
        return known != null && known.application();
    }

    /** Whether any type was read from a JDK. */
    boolean hasJdk() {
        return hasJdk;
    }

    /** Whether a type of that internal name was read. */
    boolean isRead(String internalName) {
        int type = typeNumber(internalName);
        return type >= 0 && facts(type) != null;
    }

    /** Internal names of all types that were read or named until now. */
    List<String> typeNames() {
        return types.all();
    }

    Library library(int number) {
        return libraries.get(number);
    }

    int methods() {
        return methods.size();
    }

    int typeOf(int method) {
        return methods.first(method);
    }

    int signatureOf(int method) {
        return methods.second(method);
    }

    /** The method that a type itself has, -1 where it has none. */
    int methodOf(int type, int signature) {
        return methods.find(type, signature);
    }

    String signature(int number) {
        return signatures.get(number);
    }

    String name(int method) {
        return nameOf(signatures.get(methods.second(method)));
    }

    static String nameOf(String signature) {
        return signature.substring(0, signature.indexOf('('));
    }

    static String descriptorOf(String signature) {
        return signature.substring(signature.indexOf('('));
    }

    int access(int method) {
        return methodAccess.get(method);
    }

    boolean hasCode(int method) {
        return (access(method) & ACC_ABSTRACT) == 0;
    }

    boolean isStatic(int method) {
        return (access(method) & ACC_STATIC) != 0;
    }

    boolean isFinal(int method) {
        return (access(method) & (ACC_FINAL | ACC_PRIVATE | ACC_STATIC)) != 0;
    }

    boolean isNative(int method) {
        return (access(method) & ACC_NATIVE) != 0;
    }

    boolean isBridge(int method) {
        return (access(method) & ACC_BRIDGE) != 0;
    }

    int firstCall(int method) {
        return firstCall.get(method);
    }

    int endOfCalls(int method) {
        return firstCall.get(method + 1);
    }

    Calls calls() {
        return calls;
    }

    int callees() {
        return table.size();
    }

    int ownerOf(int callee) {
        return table.owner(callee);
    }

    int signatureOfCallee(int callee) {
        return table.signature(callee);
    }

    boolean isVirtual(int callee) {
        return table.isVirtual(callee);
    }

    List<String> locks(int held) {
        return table.locks().get(held);
    }

    /** Methods that a framework or the JVM calls from outside. */
    List<Integer> entries() {
        return entries;
    }

    /** Methods whose monitors could not be followed. */
    int unfollowed() {
        return unfollowed.size();
    }
}
