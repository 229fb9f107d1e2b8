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
public final class CallReader {
    private static final int LAST_KNOWN_MAJOR = 72;

    /** Beyond it nothing else of the file can be right either: two releases a year make it that of the year 2089. */
    private static final int LAST_POSSIBLE_MAJOR = 200;

    private static final int DEEPEST_ANNOTATION = 50;

    private final byte[] classFile;
    private final boolean byMonitorFlow;
    private final ConstantPool pool;
    private final List<MethodHeader> headers = new ArrayList<>();
    private int[] bootstraps = {};
    private @Nullable String source;

    /**
     * A method, not yet its code.
     *
     * @param code where the contents of its Code attribute begin, 0 where it has none
     */
    private record MethodHeader(int access, String name, String descriptor, List<String> annotations, int code) {}

    private CallReader(byte[] classFile, boolean byMonitorFlow) {
        this.classFile = classFile;
        this.byMonitorFlow = byMonitorFlow;
        pool = new ConstantPool(classFile);
    }

    /**
     * Reads a class file.
     *
     * @throws IllegalArgumentException where the bytes are no class file, are damaged, or of a release of Java that is
     *     not known yet; the message says which
     */
    public static ClassCalls read(byte[] classFile) {
        return read(classFile, false);
    }

    /** @param byMonitorFlow whether {@link ValueFlow} is not to be used */
    static ClassCalls read(byte[] classFile, boolean byMonitorFlow) {
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
            return new CallReader(classFile, byMonitorFlow).read();
        } catch (RuntimeException e) { // nothing is checked: any exception means that the bytes are not as they should
            throw new IllegalArgumentException("damaged class file", e);
        }
    }

    private ClassCalls read() {
        int at = pool.end();
        int access = pool.u2(at);
        String name = pool.name(pool.u2(at + 2));
        String superName = pool.nameOrNull(pool.u2(at + 4));
        List<String> interfaces = new ArrayList<>();
        int fields = at + 8 + 2 * pool.u2(at + 6);
        for (int i = at + 8; i < fields; i += 2) {
            interfaces.add(pool.name(pool.u2(i)));
        }
        readAttributes(readMethods(skipFields(fields)));
        CalledMembers members = new CalledMembers(pool, name, bootstraps);
        List<ClassCalls.Method> methods = methods(members);
        return new ClassCalls(name, superName, interfaces, access, source, members.all(), methods);
    }

    /** Where the methods begin. */
    private int skipFields(int fields) {
        int at = fields + 2;
        for (int i = pool.u2(fields); i > 0; i--) {
            int attributes = pool.u2(at + 6);
            at += 8;
            for (; attributes > 0; attributes--) {
                at += 6 + pool.length(at + 2);
            }
        }
        return at;
    }

    /** Where the attributes of the class begin. */
    private int readMethods(int methods) {
        int at = methods + 2;
        for (int i = pool.u2(methods); i > 0; i--) {
            int begin = at;
            int code = 0;
            List<String> annotations = new ArrayList<>(0);
            int attributes = pool.u2(at + 6);
            at += 8;
            for (; attributes > 0; attributes--) {
                String attribute = pool.text(pool.u2(at));
                if (attribute.equals("Code")) {
                    code = at + 6;
                } else if (attribute.equals("RuntimeVisibleAnnotations")
                        || attribute.equals("RuntimeInvisibleAnnotations")) {
                    readAnnotations(at + 6, annotations);
                }
                at += 6 + pool.length(at + 2);
            }
            headers.add(new MethodHeader(
                    pool.u2(begin), pool.text(pool.u2(begin + 2)), pool.text(pool.u2(begin + 4)), annotations, code));
        }
        return at;
    }

    private void readAnnotations(int table, List<String> annotations) {
        int at = table + 2;
        for (int i = pool.u2(table); i > 0; i--) {
            annotations.add(pool.text(pool.u2(at)));
            at = skipAnnotation(at, 0);
        }
    }

    private int skipAnnotation(int annotation, int depth) {
        int at = annotation + 4;
        for (int i = pool.u2(annotation + 2); i > 0; i--) {
            at = skipValue(at + 2, depth + 1);
        }
        return at;
    }

    private int skipValue(int value, int depth) {
        if (depth > DEEPEST_ANNOTATION) {
            throw new IllegalArgumentException("annotations within annotations");
        }
        return switch (pool.u1(value)) {
            case 'e' -> value + 5;
            case '@' -> skipAnnotation(value + 1, depth);
            case '[' -> {
                int at = value + 3;
                for (int i = pool.u2(value + 1); i > 0; i--) {
                    at = skipValue(at, depth + 1);
                }
                yield at;
            }
            default -> value + 3;
        };
    }

    private void readAttributes(int attributes) {
        int at = attributes + 2;
        for (int i = pool.u2(attributes); i > 0; i--) {
            String attribute = pool.text(pool.u2(at));
            if (attribute.equals("SourceFile")) {
                source = pool.text(pool.u2(at + 6));
            } else if (attribute.equals("BootstrapMethods")) {
                readBootstraps(at + 6);
            }
            at += 6 + pool.length(at + 2);
        }
    }

    private void readBootstraps(int table) {
        bootstraps = new int[pool.u2(table)];
        int at = table + 2;
        for (int i = 0; i < bootstraps.length; i++) {
            bootstraps[i] = at;
            at += 4 + 2 * pool.u2(at + 2);
        }
    }

    private List<ClassCalls.Method> methods(CalledMembers members) {
        CodeWalk walk = new CodeWalk(pool);
        boolean critical = byMonitorFlow
                || pool.hasText(CriticalSection.CONTINUATION)
                || pool.hasText(CriticalSection.CONTINUATION.replace('/', '.'));
        List<CallCollector> collectors = new ArrayList<>(headers.size());
        Map<String, MethodNode> flows = new HashMap<>();
        for (MethodHeader header : headers) {
            CallCollector collector = new CallCollector(
                    members, walk, header.access(), header.name(), header.descriptor(), header.annotations());
            collectors.add(collector);
            if (header.code() > 0) {
                walk.walk(header.code(), collector);
            }
            if (needsMonitors(collector, header, critical)) {
                flows.put(collector.key(), new MethodNode(Opcodes.ASM9));
            }
        }
        if (!flows.isEmpty()) {
            fill(flows);
        }
        List<ClassCalls.Method> methods = new ArrayList<>(collectors.size());
        for (int i = 0; i < headers.size(); i++) {
            CallCollector collector = collectors.get(i);
            MethodNode flow = flows.get(collector.key());
            if (flow != null) {
                methods.add(FlowCalls.of(members, flow, collector));
            } else {
                methods.add(
                        collector.needsValues()
                                ? collector.followed(pool, headers.get(i).code())
                                : collector.method());
            }
        }
        return methods;
    }

    private boolean needsMonitors(CallCollector collector, MethodHeader header, boolean critical) {
        return collector.needsMonitors()
                || (collector.needsValues() && (critical || ValueFlow.isLarge(pool, header.code())));
    }

    private void fill(Map<String, MethodNode> nodes) {
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
        new ClassReader(classFile).accept(chooser, ClassReader.SKIP_FRAMES);
    }
}
