package io.vtmonitor.scenario;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;

/** Sleeps in the comparator that the C library's {@code qsort} calls back: two numbers, so one comparison. */
public final class UpcallSleeps {
    private static volatile Duration length = Duration.ZERO;

    private UpcallSleeps() {}

    @SuppressWarnings("restricted") // the linker's methods warn so
    public static void main(String[] args) throws Exception {
        Linker linker = Linker.nativeLinker();
        MethodHandle sort = linker.downcallHandle(
                linker.defaultLookup().find("qsort").orElseThrow(),
                FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
        MethodHandle compare = MethodHandles.lookup()
                .findStatic(
                        UpcallSleeps.class,
                        "compare",
                        MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment numbers = arena.allocateFrom(JAVA_INT, 2, 1);
            MemorySegment stub = linker.upcallStub(compare, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS), arena);
            Scenario.run(args, length -> sort(sort, numbers, stub, length));
        }
    }

    static void sort(MethodHandle sort, MemorySegment numbers, MemorySegment stub, Duration length) {
        UpcallSleeps.length = length;
        try {
            sort.invokeExact(numbers, numbers.byteSize() / JAVA_INT.byteSize(), JAVA_INT.byteSize(), stub);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static int compare(MemorySegment left, MemorySegment right) {
        try {
            Thread.sleep(length);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return 0;
    }
}
