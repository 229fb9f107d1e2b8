package io.vtmonitor.waits;

import io.vtmonitor.waits.PoolKind.Action;
import io.vtmonitor.waits.PoolKind.Booked;
import io.vtmonitor.waits.PoolKind.Held;
import io.vtmonitor.waits.PoolKind.Place;
import io.vtmonitor.waits.PoolKind.Use;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The known pools, and the frames in which their callers wait, from the resource {@code pools.txt}. */
public final class Pools {
    private static final String RESOURCE = "pools.txt";

    /** The most fields of a line in the resource. */
    private static final int MOST_PARTS = 9;

    /**
     * The frame that names the pool is among this many frames, counted from the topmost frame that is not the JDK's.
     */
    private static final int MOST_FRAMES = 8;

    private final List<PoolKind> kinds = new ArrayList<>();
    private final List<Pool> byFrames = new ArrayList<>();
    private final Set<String> wrappers = new HashSet<>();
    private int firstOfKind;

    private Pools() {}

    /**
     * A pool and a frame in which its callers wait.
     *
     * @param name its name in reports
     * @param packages how class names of its library begin
     * @param waitsIn class and method in which a caller waits for a resource, joined by a dot
     * @param below how the class name of a frame below that has to begin; empty if any may be
     * @param lends what it lends
     * @param sized whether {@code resources=on} can find the size that callers need: code is woven into its methods,
     *     and it has no limit for each route or key
     */
    public record Pool(String name, String packages, String waitsIn, String below, String lends, boolean sized) {
        Pool woven() {
            return new Pool(name, packages, waitsIn, below, lends, true);
        }
    }

    /** The built-in pools; none if our jar can't be read any more. */
    public static Pools load() {
        try {
            return read();
        } catch (IOException e) {
            return new Pools();
        }
    }

    /**
     * The built-in pools.
     *
     * @throws IOException if our jar can't be read, or its table is malformed
     */
    public static Pools read() throws IOException {
        try (InputStream in = Pools.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(RESOURCE + " is not in the jar");
            }
            Pools pools = new Pools();
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    pools.add(line);
                }
            }
            return pools;
        }
    }

    private void add(String line) throws IOException {
        String[] parts = new String[MOST_PARTS];
        String[] given = line.split("\\|", -1);
        for (int i = 0; i < MOST_PARTS; i++) {
            parts[i] = i < given.length ? given[i].strip() : "";
        }
        PoolKind pool = kinds.isEmpty() ? null : kinds.get(kinds.size() - 1);
        if (parts[0].equals("pool")) {
            kinds.add(kind(parts));
            firstOfKind = byFrames.size();
        } else if (pool == null) {
            throw new IOException("not a line of pools: " + line);
        } else if (parts[0].equals("named")) {
            pool.uses().add(new Use(parts[1], parts[2], parts[3], parts[4]));
        } else if (parts[0].equals("object")) {
            pool.objects().add(parts[1]);
        } else if (parts[0].equals("booked")) {
            pool.booked().add(new Booked(parts[1], given(parts[2]), parts[3], Long.parseLong(parts[4])));
        } else if (parts[0].equals("held")) {
            wrappers.add(parts[1].substring(0, parts[1].lastIndexOf('.')));
            pool.held()
                    .add(new Held(
                            parts[1],
                            given(parts[2]),
                            given(parts[3]),
                            parts[4].isEmpty() ? 0 : Long.parseLong(parts[4]),
                            given(parts[5]),
                            given(parts[6]),
                            given(parts[7]),
                            given(parts[8])));
        } else if (parts[0].equals("waits")) {
            for (Use use : pool.uses()) {
                byFrames.add(new Pool(use.name(), pool.packages(), parts[1], use.packages(), use.lends(), false));
            }
            byFrames.add(new Pool(pool.name(), pool.packages(), parts[1], parts[2], pool.lends(), false));
        } else {
            pool.places().add(place(parts));
            for (int i = firstOfKind; i < byFrames.size() && pool.fields().sizeOfEach() == null; i++) {
                byFrames.set(i, byFrames.get(i).woven());
            }
        }
    }

    private PoolKind kind(String[] parts) {
        String count = parts[7];
        return new PoolKind(
                kinds.size(),
                parts[1],
                parts[2],
                parts[3],
                new PoolKind.Fields(
                        given(parts[4]),
                        given(parts[5]),
                        given(parts[6]),
                        given(count.substring(count.indexOf(' ') + 1)),
                        count.startsWith("idle ")),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    private static Place place(String[] parts) throws IOException {
        int parenthesis = parts[2].indexOf('(');
        if (parenthesis < 0) {
            throw new IOException("not a method of a pool: " + parts[2]);
        }
        boolean isNumber = parts[4].matches("[0-9]+");
        return new Place(
                Action.valueOf(parts[0].replace("?", "").toUpperCase(Locale.ROOT)),
                !parts[0].endsWith("?"),
                parts[1].replace('.', '/'),
                parts[2].substring(0, parenthesis),
                parts[2].substring(parenthesis),
                given(parts[3]),
                isNumber ? Integer.parseInt(parts[4]) : -1,
                isNumber ? null : given(parts[4]));
    }

    private static @Nullable String given(String text) {
        return text.isEmpty() ? null : text;
    }

    /** All kinds of pools, each at its index. */
    public List<PoolKind> kinds() {
        return List.copyOf(kinds);
    }

    /**
     * Whether a class is in the package of objects that callers get from a pool. Such a wrapper calls a driver on
     * behalf of its caller.
     */
    boolean isWrapper(String className) {
        return wrappers.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }

    /**
     * The pool that a thread waits for.
     *
     * @param trace topmost frame first
     * @param first the topmost frame that is not the JDK's
     * @return null if it is no known pool
     */
    public @Nullable Pool of(List<StackTraceElement> trace, int first) {
        if (first >= trace.size()) {
            return null;
        }
        String top = trace.get(first).getClassName();
        for (Pool pool : byFrames) {
            if (top.startsWith(pool.packages()) && waitsIn(pool, trace, first)) {
                return pool;
            }
        }
        return null;
    }

    private static boolean waitsIn(Pool pool, List<StackTraceElement> trace, int first) {
        for (int i = first; i < Math.min(trace.size(), first + MOST_FRAMES); i++) {
            StackTraceElement frame = trace.get(i);
            if (isCall(pool.waitsIn(), frame)) {
                return pool.below().isEmpty() || isBelow(pool.below(), trace, i);
            }
        }
        return false;
    }

    private static boolean isCall(String method, StackTraceElement frame) {
        int dot = method.lastIndexOf('.');
        return method.length() - dot - 1 == frame.getMethodName().length()
                && method.endsWith(frame.getMethodName())
                && frame.getClassName().length() == dot
                && method.startsWith(frame.getClassName());
    }

    private static boolean isBelow(String packages, List<StackTraceElement> trace, int at) {
        for (int i = at + 1; i < trace.size(); i++) {
            if (trace.get(i).getClassName().startsWith(packages)) {
                return true;
            }
        }
        return false;
    }
}
