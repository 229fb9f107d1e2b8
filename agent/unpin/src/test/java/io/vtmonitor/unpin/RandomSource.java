package io.vtmonitor.unpin;

import java.util.Random;

/**
 * Source text of a class with random methods: nested synchronized blocks and methods, loops, exceptions, finally, jumps
 * out of blocks, waits and notifications. Each method takes a number and leaves a trace of what it did.
 */
final class RandomSource {
    static final int METHODS = 40;

    private static final String[] LOCKS = {
        "this",
        "lock",
        "STATIC",
        "Generated.class",
        "other",
        "given",
        "handed",
        "table",
        "\"text\"",
        "local",
        "(Object) this"
    };

    /** Of those, what waits and notifications are asked of. */
    private static final int ASKED = 9;

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private int labels;

    RandomSource(long seed) {
        random = new Random(seed);
    }

    String generate() {
        text.append("package generated;\npublic class Generated implements java.io.Serializable {\n"
                + "  private final Object lock = new Object();\n  private static final Object STATIC = new int[0];\n"
                + "  private Object other = new Object();\n  private final java.util.Hashtable<String, String> table"
                + " = new java.util.Hashtable<>();\n  private final Object given;\n"
                + "  public Generated(Object given) { this.given = given == null ? this : given; }\n"
                + "  public final StringBuilder trace = new StringBuilder();\n"
                + "  private int depth;\n  private void t(Object o) { if (trace.length() < 20000)"
                + " trace.append(o).append(';'); }\n  private void may(int x) { if (x % 3 == 0) throw new"
                + " IllegalStateException(\"x\" + x % 7); }\n  public boolean holdsAny() { return"
                + " Thread.holdsLock(this) || Thread.holdsLock(lock) || Thread.holdsLock(STATIC) ||"
                + " Thread.holdsLock(Generated.class) || Thread.holdsLock(other) || Thread.holdsLock(given) ||"
                + " Thread.holdsLock(table) || Thread.holdsLock(\"text\"); }\n");
        for (int i = 0; i < METHODS; i++) {
            boolean isStatic = random.nextInt(6) == 0;
            text.append(random.nextInt(3) == 0 && !isStatic ? "  synchronized" : "  public")
                    .append(" long m")
                    .append(i)
                    .append("(int a, Object handed) throws Exception {\n")
                    .append("    Object local = new Object(); long r = a; if (++depth > 4) { depth = 0; return r; }\n");
            block(3);
            text.append("    return r;\n  }\n");
        }
        text.append(
                "  public static synchronized long s(Generated g, int a) throws Exception { return g.m0(a, g.given);"
                        + " }\n");
        text.append("  public long run(int m, int a) throws Exception { switch (m) {\n");
        for (int i = 0; i < METHODS; i++) {
            text.append("    case ").append(i).append(": return m").append(i).append("(a, given);\n");
        }
        return text.append("    default: return s(this, a);\n  } }\n}\n").toString();
    }

    private void block(int levels) {
        int statements = 1 + random.nextInt(4);
        for (int i = 0; i < statements; i++) {
            statement(levels);
        }
    }

    private void statement(int levels) {
        int number = random.nextInt(100);
        if (levels == 0) {
            text.append("r = r * 31 + ").append(number).append("; t(r);\n");
            return;
        }
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> nested("synchronized (" + LOCKS[random.nextInt(LOCKS.length)] + ") {", "}", levels);
            case 4 -> {
                int label = labels++;
                text.append("l")
                        .append(label)
                        .append(": for (int i")
                        .append(label)
                        .append(" = 0; i")
                        .append(label)
                        .append(" < ")
                        .append(1 + random.nextInt(3))
                        .append("; i")
                        .append(label)
                        .append("++) {\n");
                block(levels - 1);
                text.append("if (r % 5 == ")
                        .append(random.nextInt(5))
                        .append(") ")
                        .append(random.nextBoolean() ? "break l" : "continue l")
                        .append(label)
                        .append(";\n}\n");
            }
            case 5 -> nested("try {", "} catch (IllegalStateException e) { t(e.getMessage()); }", levels);
            case 6 -> nested("try {", "} finally { t(\"f\" + holdsAny()); }", levels);
            case 7 ->
                text.append("if (r % 4 == ")
                        .append(random.nextInt(4))
                        .append(") return r + ")
                        .append(number)
                        .append(";\n");
            case 8 -> text.append("may((int) (r % 100) + ").append(number).append(");\n");
            case 9 ->
                text.append("t(Thread.holdsLock(")
                        .append(LOCKS[random.nextInt(ASKED)])
                        .append("));\n");
            case 10 ->
                text.append("try { ")
                        .append(LOCKS[random.nextInt(ASKED)])
                        .append(random.nextBoolean() ? ".notify()" : ".notifyAll()")
                        .append("; } catch (IllegalMonitorStateException e) { t(e.getMessage()); }\n");
            case 11 ->
                text.append("try { ")
                        .append(LOCKS[random.nextInt(ASKED)])
                        .append(".wait(0, 1); t(1); } catch (IllegalMonitorStateException e) { t(e.getMessage()); }\n");
            case 12 ->
                text.append("if (r % 3 == 1) { r += m")
                        .append(random.nextInt(METHODS))
                        .append("((int) (r % 50), handed); }\n");
            default -> nested("if (r % 2 == " + random.nextInt(2) + ") {", "}", levels);
        }
    }

    private void nested(String begin, String end, int levels) {
        text.append(begin).append('\n');
        block(levels - 1);
        text.append(end).append('\n');
    }
}
