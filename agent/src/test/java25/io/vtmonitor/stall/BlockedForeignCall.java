package io.vtmonitor.stall;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CountDownLatch;

/**
 * Every carrier waits in the C library's {@code read} of a pipe that stays empty, as a driver that uses the foreign
 * function API would. Argument: the number of carriers.
 */
public final class BlockedForeignCall {
    private static final Linker LINKER = Linker.nativeLinker();

    private BlockedForeignCall() {}

    @SuppressWarnings("restricted") // the linker's methods warn so
    public static void main(String[] args) throws Throwable {
        int carriers = Integer.parseInt(args[0]);
        MethodHandle read = function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment ends = arena.allocate(JAVA_INT, 2);
            int failed = (int)
                    function("pipe", FunctionDescriptor.of(JAVA_INT, ADDRESS)).invokeExact(ends);
            if (failed != 0) {
                throw new IllegalStateException("no pipe");
            }
            int pipe = ends.get(JAVA_INT, 0);
            MemorySegment buffer = arena.allocate(ValueLayout.JAVA_BYTE);
            CountDownLatch begun = new CountDownLatch(carriers);
            for (int i = 0; i < carriers; i++) {
                Thread.ofVirtual().name("reads-" + i).start(() -> read(read, pipe, buffer, begun));
            }
            begun.await();
            Thread.ofVirtual().name("waiting").start(() -> {});
            System.out.println("ready");
            System.in.read();
        }
        System.exit(0);
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type);
    }

    private static void read(MethodHandle read, int pipe, MemorySegment buffer, CountDownLatch begun) {
        begun.countDown();
        try {
            long ignored = (long) read.invokeExact(pipe, buffer, 1L);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
