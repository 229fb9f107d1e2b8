import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A native function calls back into Java, which sleeps: for docs/answers.md; on Java 22 or later. */
public final class Native {
    public static void main(String[] arguments) throws InterruptedException {
        Thread.ofVirtual().start(Native::sort).join();
    }

    private static int compare(MemorySegment a, MemorySegment b) {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static void sort() {
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            FunctionDescriptor compared =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            MethodHandle compare = MethodHandles.lookup()
                    .findStatic(
                            Native.class,
                            "compare",
                            MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
            MethodHandle qsort = linker.downcallHandle(
                    linker.defaultLookup().find("qsort").orElseThrow(),
                    FunctionDescriptor.ofVoid(
                            ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
            qsort.invokeExact(
                    arena.allocate(8), 2L, 4L, linker.upcallStub(compare, compared, arena));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
