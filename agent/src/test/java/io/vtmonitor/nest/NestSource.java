package io.vtmonitor.nest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random nest: classes that call each other on a virtual thread, the innermost of which waits. Some of the frames
 * keep the carrier, some look as if they did.
 */
public final class NestSource {
    private static final int FIRST_WITH_FREE_MONITORS = 24;

    /** What keeps a carrier there as well. */
    private static final Set<String> ON_EVERY_JDK = Set.of("native", "class_init", "class_load");

    /** How the innermost frame waits, and whether that alone keeps a carrier on JDK 21. */
    private enum Block {
        SLEEP("sleep", ""),
        PARK("park", ""),
        POLL("poll", ""),
        LOCK("lock", ""),
        AWAIT("await", "io.vtmonitor.nest.Blocks.awaits by object_wait"),
        ENTER("enter", "io.vtmonitor.nest.Blocks.enter by monitor_enter");

        private final String method;
        private final String holder;

        Block(String method, String holder) {
            this.method = method;
            this.holder = holder;
        }
    }

    private final List<NestStep> steps;
    private final Block block;
    private final ClassShape shape;
    private final boolean byEcj;
    private final String packageName;
    private final Map<String, String> files = new LinkedHashMap<>();
    private final List<String> holders = new ArrayList<>();

    private NestSource(List<NestStep> steps, Block block, ClassShape shape, boolean byEcj, int number) {
        this.steps = List.copyOf(steps);
        this.block = block;
        this.shape = shape;
        this.byEcj = byEcj;
        packageName = "nest.p" + number;
        file("Entry", "implements Runnable", "  public void run() { S0.call(); }\n");
        for (int i = 0; i < steps.size(); i++) {
            write(i);
        }
        if (!block.holder.isEmpty()) {
            holders.add(0, block.holder);
        }
    }

    /**
     * A nest of one to six frames and a block.
     *
     * @param seed the same nest for the same one
     * @param number names its package, {@code nest.pN}
     */
    public static NestSource random(long seed, int number) {
        Random random = new Random(seed * 31 + number);
        int depth = 1 + random.nextInt(6);
        Block block = pick(Block.values(), random);
        List<NestStep> steps = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            steps.add(pick(NestStep.values(), random));
        }
        return new NestSource(steps, block, ClassShape.random(random), random.nextInt(3) == 0, number);
    }

    private static <T> T pick(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    /** The same nest in the package of that number. */
    public NestSource as(int number) {
        return new NestSource(steps, block, shape, byEcj, number);
    }

    /** The same nest without one of its frames, for each of them; none where it has one frame only. */
    public List<NestSource> smaller() {
        List<NestSource> smaller = new ArrayList<>();
        for (int i = 0; i < steps.size() && steps.size() > 1; i++) {
            List<NestStep> rest = new ArrayList<>(steps);
            rest.remove(i);
            smaller.add(new NestSource(rest, block, shape, byEcj, i));
        }
        return smaller;
    }

    private void write(int i) {
        String type = "S" + i;
        String next = i + 1 < steps.size() ? "S" + (i + 1) + ".call()" : "Blocks." + block.method + "()";
        NestStep step = steps.get(i);
        file(type, "", "  " + step.members.replace("NEXT", next).replaceAll("\\bT\\b", type) + "\n");
        for (String holder : step.holders) {
            String text = holder.startsWith("T") ? packageName + "." + type + holder.substring(1) : holder;
            holders.add(0, text.contains(" by ") ? text : monitors(text));
        }
    }

    private static String monitors(String holder) {
        int times = holder.indexOf(" *");
        return times < 0
                ? holder + " by monitor"
                : holder.substring(0, times) + " by monitor" + holder.substring(times);
    }

    /** Sources by file name. */
    public Map<String, String> files() {
        return files;
    }

    /** Folder of its class files. */
    public String folder() {
        return packageName.replace('.', '/');
    }

    /** What becomes of its class files once they are compiled. */
    public ClassShape shape() {
        return shape;
    }

    /** Whether Eclipse's compiler is to compile it, and not the JDK's. */
    public boolean isByEcj() {
        return byEcj;
    }

    /** The steps from the outermost frame on, how the innermost waits, and how it becomes class files. */
    public String text() {
        return steps + " > " + block + ", " + shape + (byEcj ? " by ecj" : "");
    }

    /**
     * The frames that keep the carrier, nearest to the block first: {@code class.method by hold}, and {@code *2} after
     * it for two monitors.
     *
     * @param jdk its feature release
     * @param nativeReflection whether calls by reflection go through native code
     */
    public List<String> holders(int jdk, boolean nativeReflection) {
        return holders.stream()
                .filter(holder -> nativeReflection || !holder.startsWith(NestStep.NATIVE_INVOKE))
                .filter(holder -> jdk < FIRST_WITH_FREE_MONITORS || ON_EVERY_JDK.contains(how(holder)))
                .distinct() // a frame that is there twice is reported once
                .toList();
    }

    private static String how(String holder) {
        return holder.replaceFirst(".* by (\\w+).*", "$1");
    }

    private void file(String name, String extended, String code) {
        files.put(
                packageName.replace('.', '/') + "/" + name + ".java",
                "package " + packageName
                        + ";\nimport io.vtmonitor.nest.Blocks;\nimport io.vtmonitor.nest.Monitors;\nimport"
                        + " io.vtmonitor.nest.Nests;\npublic class "
                        + name
                        + " " + extended + " {\n" + code + "}\n");
    }
}
