package io.vtmonitor.waits;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pools, known by the frames in which their callers wait: the resource {@code pools.txt}. */
public final class Pools {
    private static final String RESOURCE = "pools.txt";

    /**
     * Between where a caller waits and the frame that says for what there are no more frames of the library than this.
     */
    private static final int MOST_FRAMES = 8;

    private final List<Pool> pools;

    private Pools(List<Pool> pools) {
        this.pools = pools;
    }

    /**
     * A pool.
     *
     * @param name for people
     * @param packages what its library's class names begin with
     * @param waitsIn class and method in which a caller waits for a resource
     * @param below what the class name of a frame below that begins with; empty for any
     * @param lends what it lends
     */
    public record Pool(String name, String packages, String waitsIn, String below, String lends) {}

    /** The built-in ones; none where our jar can't be read any more. */
    public static Pools load() {
        try (InputStream in = Pools.class.getResourceAsStream(RESOURCE)) {
            return in == null ? new Pools(List.of()) : read(in);
        } catch (IOException e) {
            return new Pools(List.of());
        }
    }

    private static Pools read(InputStream in) throws IOException {
        List<Pool> found = new ArrayList<>();
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split("\\|", -1);
            if (parts.length != 5) {
                throw new IOException("not a line of pools: " + line);
            }
            found.add(
                    new Pool(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip(), parts[4].strip()));
        }
        return new Pools(List.copyOf(found));
    }

    /**
     * The pool that a thread waits for.
     *
     * @param trace topmost frame first
     * @param first the topmost frame that is not the JDK's
     * @return null where it is none that is known
     */
    public @Nullable Pool of(List<StackTraceElement> trace, int first) {
        if (first >= trace.size()) {
            return null;
        }
        String top = trace.get(first).getClassName();
        for (Pool pool : pools) {
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
