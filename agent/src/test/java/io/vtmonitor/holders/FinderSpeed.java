package io.vtmonitor.holders;

import io.vtmonitor.classfile.Captured;
import io.vtmonitor.classfile.ClassPathBytes;
import io.vtmonitor.model.Blocking;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.Frame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A program, not a test: prints what finding the holders of one stack costs, warm. Once with a finder that has seen the
 * classes, as for the next stack of an application, once with one that has to read and follow every class file.
 */
final class FinderSpeed {
    private static final int ROUNDS = 2_000;

    private FinderSpeed() {}

    public static void main(String[] args) throws Exception {
        List<Frame> frames = new ArrayList<>();
        while (frames.size() < 100) {
            frames.addAll(Captured.frames(FinderSpeed::blocks));
        }
        Blocking blocking = Captured.pinned(frames);
        try (ClassPathBytes classPath = new ClassPathBytes(classPath())) {
            CulpritFinder seen = new CulpritFinder(classPath);
            print("classes seen before", frames.size(), blocking, () -> seen);
            print("classes never seen", frames.size(), blocking, () -> new CulpritFinder(classPath));
            print("no class files", frames.size(), blocking, () -> new CulpritFinder(ClassBytes.NONE));
        }
    }

    private static Object blocks() throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1)));
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        list.forEach(each -> map.computeIfAbsent("key", key -> {
            new Scenes().two();
            return key;
        }));
        return map;
    }

    private static List<Path> classPath() {
        List<Path> elements = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        for (String element : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            elements.add(Path.of(element));
        }
        return elements;
    }

    private static void print(String what, int frames, Blocking blocking, Supplier<CulpritFinder> finders) {
        long[] nanos = new long[ROUNDS];
        int holders = 0;
        for (int round = 0; round < ROUNDS; round++) {
            CulpritFinder finder = finders.get();
            long start = System.nanoTime();
            holders = finder.find(blocking).size() + finder.unread(blocking).size();
            nanos[round] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(nanos, ROUNDS / 2, ROUNDS);
        System.out.printf(
                "%-20s %d frames, %d holders and unread: half at most %.3f ms%n",
                what, frames, holders, nanos[ROUNDS * 3 / 4] / 1e6);
    }
}
