package io.vtmonitor.randomwaits;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Optional;

/** Calls of the C library by the foreign function API, which is a preview on JDK 21: by reflection, it is there. */
public final class Foreign {
    private static final int FILLED = 1 << 21;
    private static final String PACKAGE = "java.lang.foreign.";

    private Foreign() {}

    /** {@code (int)int}: blocks for so many microseconds. */
    public static MethodHandle sleeping() throws ReflectiveOperationException {
        return handle("usleep", type("JAVA_INT"), type("JAVA_INT"));
    }

    /** {@code (int)int}: blocks for so many milliseconds, as who waits for events of no file. */
    public static MethodHandle polling() throws ReflectiveOperationException {
        MethodHandle poll = handle("poll", type("JAVA_INT"), type("JAVA_LONG"), type("JAVA_LONG"), type("JAVA_INT"));
        return MethodHandles.insertArguments(poll, 0, 0L, 0L);
    }

    /** {@code ()long}: computes for less than a millisecond. */
    public static MethodHandle filling() throws ReflectiveOperationException {
        MethodHandle fill = handle("memset", type("JAVA_LONG"), type("JAVA_LONG"), type("JAVA_INT"), type("JAVA_LONG"));
        return MethodHandles.insertArguments(fill, 0, address(allocated(FILLED)), 1, (long) FILLED);
    }

    /**
     * {@code ()void}: sorts two numbers, for which the library calls back.
     *
     * @param method {@code (long, long)int} of the class that looks it up; it has to catch all
     */
    public static MethodHandle sorting(MethodHandles.Lookup lookup, String method) throws ReflectiveOperationException {
        MethodHandle compare = lookup.findStatic(
                lookup.lookupClass(), method, MethodType.methodType(int.class, long.class, long.class));
        Class<?> descriptor = Class.forName(PACKAGE + "FunctionDescriptor");
        Method stub = Class.forName(PACKAGE + "Linker")
                .getMethod(
                        "upcallStub",
                        MethodHandle.class,
                        descriptor,
                        Class.forName(PACKAGE + "Arena"),
                        options().getClass());
        Object called = stub.invoke(
                linker(),
                compare,
                descriptor(type("JAVA_INT"), type("JAVA_LONG"), type("JAVA_LONG")),
                arena(),
                options());
        MethodHandle sort =
                handle("qsort", null, type("JAVA_LONG"), type("JAVA_LONG"), type("JAVA_LONG"), type("JAVA_LONG"));
        return MethodHandles.insertArguments(sort, 0, address(allocated(8)), 2L, 4L, address(called));
    }

    private static MethodHandle handle(String function, Object result, Object... arguments)
            throws ReflectiveOperationException {
        Object lookup =
                Class.forName(PACKAGE + "Linker").getMethod("defaultLookup").invoke(linker());
        Optional<?> symbol = (Optional<?>) Class.forName(PACKAGE + "SymbolLookup")
                .getMethod("find", String.class)
                .invoke(lookup, function);
        return (MethodHandle) Class.forName(PACKAGE + "Linker")
                .getMethod(
                        "downcallHandle",
                        Class.forName(PACKAGE + "MemorySegment"),
                        Class.forName(PACKAGE + "FunctionDescriptor"),
                        options().getClass())
                .invoke(linker(), symbol.orElseThrow(), descriptor(result, arguments), options());
    }

    private static Object linker() throws ReflectiveOperationException {
        return Class.forName(PACKAGE + "Linker").getMethod("nativeLinker").invoke(null);
    }

    /** @param result null for none */
    private static Object descriptor(Object result, Object... arguments) throws ReflectiveOperationException {
        Class<?> layout = Class.forName(PACKAGE + "MemoryLayout");
        Object[] all = (Object[]) Array.newInstance(layout, arguments.length);
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        Class<?> descriptor = Class.forName(PACKAGE + "FunctionDescriptor");
        return result == null
                ? descriptor.getMethod("ofVoid", all.getClass()).invoke(null, (Object) all)
                : descriptor.getMethod("of", layout, all.getClass()).invoke(null, result, all);
    }

    private static Object type(String name) throws ReflectiveOperationException {
        return Class.forName(PACKAGE + "ValueLayout").getField(name).get(null);
    }

    private static Object[] options() throws ReflectiveOperationException {
        return (Object[]) Array.newInstance(Class.forName(PACKAGE + "Linker$Option"), 0);
    }

    private static Object arena() throws ReflectiveOperationException {
        return Class.forName(PACKAGE + "Arena").getMethod("global").invoke(null);
    }

    private static Object allocated(long bytes) throws ReflectiveOperationException {
        return Class.forName(PACKAGE + "Arena")
                .getMethod("allocate", long.class, long.class)
                .invoke(arena(), bytes, 8L);
    }

    private static long address(Object segment) throws ReflectiveOperationException {
        return (Long)
                Class.forName(PACKAGE + "MemorySegment").getMethod("address").invoke(segment);
    }
}
