package io.vtmonitor.unpin;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Defines the classes of {@code unpin.lock} in {@code java.base}, package {@code java.lang}: the one place that every
 * loader and every named module sees, and no OSGi framework hides. Nothing is written to disk and no module gets a new
 * edge. The class files are renamed in their constant pools, where each name and descriptor stands as one text.
 */
final class BootClasses {
    private static final String OWN_PREFIX = "io/vtmonitor/unpin/lock/";
    private static final String BOOT_PREFIX = "java/lang/VtMonitor";

    /** Before those that extend them or are made by them. */
    private static final List<String> NAMES = List.of(
            "StackHeadroom",
            "YieldAttempt",
            "Waiter",
            "Waiters$Chain",
            "Waiters",
            "LockNode",
            "CompensatingCarrier",
            "SlicedLock",
            "OwnerCarrier",
            "ObjectLock",
            "InMonitor",
            "Handover",
            "FirstLockAudit",
            "ForgottenLocks",
            "LockPolicyOf$Policy",
            "LockPolicyOf",
            "LockTable",
            "Sweeper",
            "StandstillWatch$SpareCarrier",
            "StandstillWatch",
            "LoaderClasses",
            "ReflectiveAccess",
            "MonitorRuntime");

    private static final Map<String, String> ANNOTATIONS = Map.of(
            "Lio/vtmonitor/unpin/lock/ReservedStackAccess;", "Ljdk/internal/vm/annotation/ReservedStackAccess;",
            "Lio/vtmonitor/unpin/lock/DontInline;", "Ljdk/internal/vm/annotation/DontInline;",
            "Lio/vtmonitor/unpin/lock/Hidden;", "Ljdk/internal/vm/annotation/Hidden;");

    /** Classes of the JDK that can't be named where this is compiled; ours of that name stand for them. */
    private static final Map<String, String> STAND_INS = Map.of(
            OWN_PREFIX + "Blocker", "jdk/internal/misc/Blocker",
            OWN_PREFIX + "Continuation", "jdk/internal/vm/Continuation",
            OWN_PREFIX + "VirtualThread", "java/lang/VirtualThread",
            OWN_PREFIX + "ThreadId", "java/lang/Thread",
            OWN_PREFIX + "Unsafe", "jdk/internal/misc/Unsafe");

    /** What rewritten code calls, as an internal name. */
    static final String RUNTIME = BOOT_PREFIX + "MonitorRuntime";

    /** What it calls where it reflects. */
    static final String REFLECTION = BOOT_PREFIX + "ReflectiveAccess";

    /** What tells the classes of a loader. */
    static final String CLASSES = BOOT_PREFIX + "LoaderClasses";

    private BootClasses() {}

    /** Defines them, once in a JVM, and returns the runtime. */
    static Class<?> define(MethodHandles.Lookup javaLang) throws IOException, ReflectiveOperationException {
        Class<?> runtime = Object.class;
        for (String name : NAMES) {
            runtime = javaLang.defineClass(renamed(classFile(name)));
        }
        // Not by an application's first lock: deep in a stack or on a full heap that would be its last chance.
        Class.forName(renamed(OWN_PREFIX + "Handover").replace('/', '.'), true, null);
        useYield(javaLang);
        return Class.forName(runtime.getName(), true, null);
    }

    private static void useYield(MethodHandles.Lookup javaLang) throws IOException, ReflectiveOperationException {
        Class<?> user =
                Class.forName(renamed(OWN_PREFIX + "CompensatingCarrier").replace('/', '.'), true, null);
        try {
            javaLang.findStatic(user, "use", MethodType.methodType(void.class, byte[].class))
                    .invoke(renamed(classFile("VirtualThreadYield")));
        } catch (IOException | ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("no way to tell who is pinned", e);
        }
    }

    private static byte[] classFile(String name) throws IOException {
        String path = "/" + OWN_PREFIX + name + ".class";
        try (InputStream in = BootClasses.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException(path + " is not in the jar");
            }
            return in.readAllBytes();
        }
    }

    /** Copies a class file, its texts renamed: JVMS 4.4 tells how long each kind of constant is. */
    static byte[] renamed(byte[] classFile) throws IOException {
        return renamed(classFile, BootClasses::renamed);
    }

    /** The same, with other names. */
    static byte[] renamed(byte[] classFile, UnaryOperator<String> names) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 256);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(names.apply(in.readUTF()));
                case 3, 4, 9, 10, 11, 12, 17, 18 -> out.writeInt(in.readInt());
                case 5, 6 -> {
                    out.writeLong(in.readLong());
                    i++; // takes two places
                }
                case 7, 8, 16, 19, 20 -> out.writeShort(in.readShort());
                case 15 -> {
                    out.writeByte(in.readByte());
                    out.writeShort(in.readShort());
                }
                default -> throw new IOException("constant of kind " + tag);
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    private static String renamed(String text) {
        String annotation = ANNOTATIONS.get(text);
        if (annotation != null || !text.contains(OWN_PREFIX)) {
            return annotation != null ? annotation : text;
        }
        String named = text;
        for (Map.Entry<String, String> one : STAND_INS.entrySet()) {
            named = named.replace(one.getKey(), one.getValue());
        }
        return named.replace(OWN_PREFIX, BOOT_PREFIX);
    }
}
