package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Reads the calls of a class file. Only methods that need it are read a second time, for the data flow. */
public final class CallReader extends ClassVisitor {
    private static final int LAST_KNOWN_MAJOR = 72;

    private final ClassReader reader;
    private final List<String> annotations = new ArrayList<>();
    private final List<CallCollector> collectors = new ArrayList<>();
    private @Nullable String source;

    private CallReader(ClassReader reader) {
        super(Opcodes.ASM9);
        this.reader = reader;
    }

    /**
     * Reads a class file.
     *
     * @throws IllegalArgumentException where the bytes are no class file, are damaged, or of a release of Java that is
     *     not known yet; the message says which
     */
    public static ClassCalls read(byte[] classFile) {
        int major = classFile.length < 8 ? 0 : ((classFile[6] & 0xff) << 8) | (classFile[7] & 0xff);
        if (classFile.length < 8 || classFile[0] != (byte) 0xca || classFile[1] != (byte) 0xfe) {
            throw new IllegalArgumentException("no class file");
        }
        if (major > LAST_KNOWN_MAJOR) {
            throw new IllegalArgumentException("class file of Java " + (major - 44) + ", which is not known yet");
        }
        try {
            CallReader calls = new CallReader(new ClassReader(classFile));
            calls.reader.accept(calls, ClassReader.SKIP_FRAMES);
            return calls.finish();
        } catch (
                RuntimeException
                        e) { // ASM checks nothing: any exception means that the bytes are not as they should be
            throw new IllegalArgumentException("damaged class file", e);
        }
    }

    private ClassCalls finish() {
        Map<String, MethodNode> flows = nodes();
        List<ClassCalls.Method> methods = new ArrayList<>();
        for (CallCollector collector : collectors) {
            MethodNode node = flows.get(collector.key());
            methods.add(node == null ? collector.method() : FlowCalls.of(reader.getClassName(), node, collector));
        }
        return new ClassCalls(
                reader.getClassName(),
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                reader.getAccess(),
                source,
                annotations,
                methods);
    }

    private Map<String, MethodNode> nodes() {
        Map<String, MethodNode> nodes = new HashMap<>();
        for (CallCollector collector : collectors) {
            if (collector.needsFlow()) {
                nodes.put(collector.key(), new MethodNode(Opcodes.ASM9));
            }
        }
        if (nodes.isEmpty()) {
            return nodes;
        }
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
        return nodes;
    }

    @Override
    public void visitSource(@Nullable String file, @Nullable String debug) {
        source = file;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        annotations.add(descriptor);
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        CallCollector collector = new CallCollector(reader.getClassName(), access, name, descriptor);
        collectors.add(collector);
        return collector;
    }
}
