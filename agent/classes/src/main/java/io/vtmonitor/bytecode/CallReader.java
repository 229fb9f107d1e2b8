package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reads the calls of a class file, without an object for each instruction. Only methods that need it are read a second
 * time, for the data flow.
 */
public final class CallReader extends ClassVisitor {
    private static final int LAST_KNOWN_MAJOR = 72;

    /** Beyond it nothing else of the file can be right either: two releases a year make it that of the year 2089. */
    private static final int LAST_POSSIBLE_MAJOR = 200;

    /** ASM's own flags are above those of the class file. */
    private static final int ACCESS_FLAGS = 0xffff;

    private final List<CallCollector> collectors = new ArrayList<>();
    private CalledMembers members = new CalledMembers("");
    private @Nullable String superName;
    private List<String> interfaces = List.of();
    private int access;
    private @Nullable String source;

    private CallReader() {
        super(Opcodes.ASM9);
    }

    /**
     * Reads a class file.
     *
     * @throws IllegalArgumentException if the bytes are no class file, are damaged, or of a release of Java that is not
     *     known yet; the message says which
     */
    public static ClassCalls read(byte[] classFile) {
        int major = classFile.length < 10 ? 0 : ((classFile[6] & 0xff) << 8) | (classFile[7] & 0xff);
        if (classFile.length < 10
                || classFile[0] != (byte) 0xca
                || classFile[1] != (byte) 0xfe
                || major > LAST_POSSIBLE_MAJOR) {
            throw new IllegalArgumentException("no class file");
        }
        if (major > LAST_KNOWN_MAJOR) {
            throw new IllegalArgumentException("class file of Java " + (major - 44) + ", which is not known yet");
        }
        try {
            ClassReader reader = new ClassReader(classFile);
            CallReader calls = new CallReader();
            reader.accept(calls, ClassReader.SKIP_FRAMES);
            return calls.result(reader);
        } catch (RuntimeException
                | StackOverflowError e) { // ASM trusts lengths, indices, and how deep annotations nest
            throw new IllegalArgumentException("damaged class file", e);
        }
    }

    @Override
    public void visit(
            int version,
            int flags,
            String name,
            @Nullable String signature,
            @Nullable String extended,
            String[] implemented) {
        members = new CalledMembers(name);
        superName = extended;
        interfaces = List.of(implemented);
        access = flags & ACCESS_FLAGS;
    }

    @Override
    public void visitSource(@Nullable String file, @Nullable String debug) {
        source = file;
    }

    @Override
    public MethodVisitor visitMethod(
            int flags, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        CallCollector collector = new CallCollector(members, flags & ACCESS_FLAGS, name, descriptor);
        collectors.add(collector);
        return collector;
    }

    private ClassCalls result(ClassReader reader) {
        Map<String, MethodNode> flows = new HashMap<>();
        for (CallCollector collector : collectors) {
            if (collector.needsFlow()) {
                flows.put(collector.key(), new MethodNode(Opcodes.ASM9));
            }
        }
        if (!flows.isEmpty()) {
            fill(flows, reader);
        }
        List<ClassCalls.Method> methods = new ArrayList<>(collectors.size());
        for (CallCollector collector : collectors) {
            MethodNode flow = flows.get(collector.key());
            methods.add(flow == null ? collector.method() : FlowCalls.of(members, flow, collector));
        }
        return new ClassCalls(members.owner(), superName, interfaces, access, source, members.all(), methods);
    }

    private static void fill(Map<String, MethodNode> nodes, ClassReader reader) {
        ClassVisitor chooser = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access,
                    String name,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                MethodNode node = nodes.get(name + descriptor);
                if (node != null) {
                    node.access = access;
                    node.name = name;
                    node.desc = descriptor;
                }
                return node;
            }
        };
        reader.accept(chooser, ClassReader.SKIP_FRAMES);
    }
}
