package io.vtmonitor.scan;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Calls that are known to block, and may well return at once: streams in classes that open streams of memory, files or
 * resources, and in class loaders, which read jars; channels in classes that switch channels to non-blocking mode;
 * locks and streams in the JDK's own classes, which hold their locks for a moment and read their own files.
 */
final class MayReturnAtOnce {
    private static final Set<BlockingKind> SHORT_IN_JDK = EnumSet.of(
            BlockingKind.LOCK,
            BlockingKind.CONDITION,
            BlockingKind.OBJECT_WAIT,
            BlockingKind.FUTURE,
            BlockingKind.STREAM);
    private static final Set<String> LOCAL = Set.of(
            "java/io/FileInputStream.<init>",
            "java/io/FileOutputStream.<init>",
            "java/nio/file/Files.newInputStream",
            "java/nio/file/Files.newOutputStream",
            "java/nio/file/Files.newBufferedReader",
            "java/nio/file/Files.newBufferedWriter",
            "java/io/StringReader.<init>",
            "java/io/StringWriter.<init>");
    private static final Set<String> REMOTE =
            Set.of("getInputStream", "getOutputStream", "getErrorStream", "openStream", "openConnection");
    private static final List<String> MEMORY = List.of("ByteArrayInputStream", "ByteArrayOutputStream");
    private static final List<String> RESOURCES = List.of("getResourceAsStream", "getResource", "getResources");
    private static final String NON_BLOCKING = "configureBlocking";
    private static final String CHANNELS = "java/nio/channels/";

    private final Program program;
    private final ProgramHierarchy hierarchy;
    private final BitSet local;
    private final BitSet nonBlocking = new BitSet();

    MayReturnAtOnce(Program program, ProgramHierarchy hierarchy) {
        this.program = program;
        this.hierarchy = hierarchy;
        BitSet opensLocal = new BitSet();
        BitSet opensRemote = new BitSet();
        BitSet switches = new BitSet();
        Map<Integer, String> names = new HashMap<>();
        for (int callee = 0; callee < program.callees(); callee++) {
            String name = names.computeIfAbsent(program.signatureOfCallee(callee), this::nameThatMatters);
            if (!name.isEmpty()) {
                String owner = program.typeName(program.ownerOf(callee));
                opensLocal.set(
                        callee,
                        LOCAL.contains(owner + "." + name)
                                || RESOURCES.contains(name)
                                || (name.equals("<init>") && MEMORY.stream().anyMatch(owner::endsWith)));
                opensRemote.set(callee, REMOTE.contains(name) && owner.startsWith("java"));
                switches.set(callee, name.equals(NON_BLOCKING));
            }
        }
        local = new BitSet();
        BitSet remote = new BitSet();
        for (int method = 0; method < program.methods(); method++) {
            int type = program.typeOf(method);
            for (int call = program.firstCall(method); call < program.endOfCalls(method); call++) {
                int callee = program.calls().callee(call);
                if (callee >= 0) {
                    mark(local, type, opensLocal.get(callee));
                    mark(remote, type, opensRemote.get(callee));
                    mark(nonBlocking, type, switches.get(callee));
                }
            }
        }
        local.andNot(remote);
    }

    /** Empty for most. */
    private String nameThatMatters(int signature) {
        String name = Program.nameOf(program.signature(signature));
        boolean matters = name.equals("<init>")
                || name.startsWith("new")
                || RESOURCES.contains(name)
                || REMOTE.contains(name)
                || name.equals(NON_BLOCKING);
        return matters ? name : "";
    }

    private static void mark(BitSet types, int type, boolean is) {
        if (is) {
            types.set(type);
        }
    }

    /**
     * Whether a call that blocks by itself may well not: then it takes a guess.
     *
     * @param method the caller
     * @param callee what it calls, of that kind
     */
    boolean doubts(int method, int callee, BlockingKind kind) {
        int type = program.typeOf(method);
        if (program.isOfJdk(type)) {
            return SHORT_IN_JDK.contains(kind);
        }
        if (kind == BlockingKind.STREAM && (local.get(type) || hierarchy.isClassLoader(type))) {
            return true;
        }
        if (!program.typeName(program.ownerOf(callee)).startsWith(CHANNELS)) {
            return false;
        }
        for (int above : hierarchy.upwards(type)) {
            if (nonBlocking.get(above)) {
                return true;
            }
        }
        return false;
    }
}
