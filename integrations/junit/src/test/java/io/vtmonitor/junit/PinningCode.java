package io.vtmonitor.junit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Blocks below a native frame, which pins on every JDK: C's own sort calls back into Java. */
@SuppressWarnings("restricted")
final class PinningCode {
    private static final ThreadLocal<Integer> MILLIS = ThreadLocal.withInitial(() -> 0);
    private static final MethodHandle SORT = sort();

    private PinningCode() {}

    static void pinFor(int millis) {
        MILLIS.set(millis);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment array = arena.allocateFrom(ValueLayout.JAVA_INT, 2, 1);
            MethodHandle compare = MethodHandles.lookup()
                    .findStatic(
                            PinningCode.class,
                            "compare",
                            MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(
                            compare,
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                            arena);
            SORT.invokeExact(array, 2L, 4L, stub);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int compare(MemorySegment left, MemorySegment right) {
        try {
            Thread.sleep(MILLIS.get());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return 0;
    }

    private static MethodHandle sort() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("qsort").orElseThrow(),
                FunctionDescriptor.ofVoid(
                        ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
    }
}
