package io.vtmonitor.process.unpin;

import io.vtmonitor.unpinned.GeneratedPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A program of several classes, in the pattern {@code generated.in.**} and out of it, all of which lock one object: one
 * that made it, and others that were handed it, inherited it, keep it in a collection, capture it, reflect on it. All
 * of them do so by monitors, so that it counts right and notifies; which it has to do rewritten as well.
 */
final class ProgramSource {
    /** How a class comes by the object: fields and constructor, and the expression that it locks. */
    private enum Shape {
        FINAL_FIELD("private final T lock; public R(T given) { lock = given; }", "lock"),
        FACTORY(
                "private final T lock; private R(T given, int i) { lock = given; } public R(T given) { this(given,"
                        + " 0); }",
                "lock"),
        OPEN_FIELD("protected T lock; public R(T given) { lock = given; }", "lock"),
        NESTED("private T lock; public R(T given) { lock = given; } static class Inner {}", "lock"),
        GETTER("private final T lock; public R(T given) { lock = given; } T lock() { return lock; }", "lock()"),
        PRIVATE_GETTER(
                "private final T lock; public R(T given) { lock = given; } private T lock() { return lock; }",
                "lock()"),
        BUILDER(
                "private final T lock; private R(Builder b) { lock = b.lock; } public R(T given) { this(new"
                        + " Builder(given)); } static final class Builder { T lock; Builder(T l) { lock = l; } }",
                "lock"),
        COLLECTION(
                "private final java.util.List<T> locks = new java.util.ArrayList<>();"
                        + " public R(T given) { locks.add(given); }",
                "locks.get(0)"),
        ARRAY("private final Object[] locks = new Object[1]; public R(T given) { locks[0] = given; }", "locks[0]"),
        SUPPLIER(
                "private final java.util.function.Supplier<T> lock; public R(T given) { lock = () -> given; }",
                "lock.get()"),
        CAPTURED(
                "private final java.util.function.Supplier<T> lock; public R(T given) { lock = new"
                        + " java.util.function.Supplier<T>() { public T get() { return given; } }; }",
                "lock.get()"),
        STATIC_FIELD("static Object lock; public R(T given) { lock = given; }", "lock"),
        PRIVATE_STATIC("private static Object lock; public R(T given) { lock = given; }", "lock"),
        EITHER(
                "private final T lock; private final T other; public R(T given) { lock = given; other = null; }",
                "other == null ? lock : other"),
        REFLECTED(
                "public Object lock; public R(T given) { lock = given; }"
                        + " Object found() { try { return R.class.getField(\"lock\").get(this); }"
                        + " catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }",
                "found()"),
        UPDATED_BY_NAME(
                "private volatile Object lock = new Object(); public R(T given) {"
                        + " java.util.concurrent.atomic.AtomicReferenceFieldUpdater.newUpdater(R.class, Object.class,"
                        + " \"lock\").set(this, given); }",
                "lock"),
        SET_BY_REFLECTION(
                "private Object lock = new Object(); public R(T given) {"
                        + " try { R.class.getDeclaredField(\"lock\").set(this, given); }"
                        + " catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }",
                "lock"),
        RECORD(
                "record Holder<L>(L lock) {} private final Holder<T> holder; public R(T given) { holder = new"
                        + " Holder<>(given); }",
                "holder.lock()"),
        VARIABLE_ARGUMENTS(
                "@SafeVarargs private static <L> L last(L... all) { return all[all.length - 1]; }"
                        + " private final T lock; public R(T given) { lock = last(null, given); }",
                "lock"),
        REASSIGNED(
                "private T lock; public R(T given) { lock = null; class Setter { void set() { lock = given; } }"
                        + " new Setter().set(); }",
                "lock"),
        INTERFACE(
                "interface Has { Object lock(); } private final Has has; public R(T given) { has = () -> given; }",
                "has.lock()"),
        /** The JDK's own {@code Reader.skip} locks the field, by the monitor. */
        READER(
                "private long[] counter; public R(T given) { super(given); }"
                        + " @Override public int read(char[] to, int from, int length) { Route.addOnce(counter);"
                        + " return length; } @Override public void close() {}",
                "lock"),
        INHERITED("public R(T given) { super(given); }", "inherited"),
        INHERITED_GETTER("public R(T given) { super(given); }", "inheritedLock()");

        private final String members;
        private final String expression;

        Shape(String members, String expression) {
            this.members = members;
            this.expression = expression;
        }

        boolean inherits() {
            return this == INHERITED || this == INHERITED_GETTER;
        }
    }

    /** What is locked: its type, how it is made, and whether it is a class of the program that locks itself, too. */
    private enum Locked {
        PLAIN("Object", "new Object()"),
        ARRAY("Object", "new int[1]"),
        LIST("Object", "new java.util.ArrayList<String>()"),
        SYNCHRONIZED_LIST("Object", "java.util.Collections.synchronizedList(new java.util.ArrayList<String>())"),
        BUFFER("Object", "new StringBuffer()"),
        SELF("SELF", "new SELF()"),
        SELF_AS_OBJECT("Object", "new SELF()"),
        BELOW("SELF", "new BELOW()"),
        MIRROR("Object", "SELF.class");

        private final String type;
        private final String made;

        Locked(String type, String made) {
            this.type = type;
            this.made = made;
        }

        boolean hasSelf() {
            return type.contains("SELF") || made.contains("SELF") || made.contains("BELOW");
        }
    }

    /** Where class files can't be read it matters which class comes first. */
    private static final Locked[] FROM_MEMORY = {Locked.BELOW, Locked.BELOW, Locked.MIRROR};

    private final Random random;
    private final RouteCode code;
    private final int number;
    private final Map<String, String> files = new LinkedHashMap<>();
    private final List<String> routes = new ArrayList<>();

    private ProgramSource(long seed, int number) {
        random = new Random(seed * 31 + number);
        code = new RouteCode(random);
        this.number = number;
    }

    /**
     * Writes the sources of programs.
     *
     * @param arguments the folder, the seed, how many
     */
    public static void main(String[] arguments) throws IOException {
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            for (Map.Entry<String, String> one :
                    of(Long.parseLong(arguments[1]), i).entrySet()) {
                Path file = Path.of(arguments[0]).resolve(one.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(file, one.getValue());
            }
        }
    }

    /** Sources by file name. */
    static Map<String, String> of(long seed, int number) {
        ProgramSource program = new ProgramSource(seed, number);
        program.write();
        return program.files;
    }

    private void write() {
        boolean inMemory = GeneratedPrograms.isFromMemory(number);
        Locked locked = pick(inMemory && random.nextBoolean() ? FROM_MEMORY : Locked.values());
        String self = locked.hasSelf() ? self("Self", null) : "";
        String below = locked == Locked.BELOW ? self("Below", self) : "";
        String type = locked.type.replace("SELF", self);
        String creation = locked.made.replace("SELF", self).replace("BELOW", below);
        boolean made = random.nextInt(3) == 0;
        if (made) {
            creation = maker(creation);
        }
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            route("R" + i, type, !locked.hasSelf() && !made);
        }
        StringBuilder text = new StringBuilder();
        text.append("  private static final Object OWN = ")
                .append(creation)
                .append(";\n  public static Route[] routes() {\n    ")
                .append(type)
                .append(" lock = (")
                .append(type)
                .append(") OWN;\n    return new Route[] {");
        routes.forEach(
                route -> text.append("new ").append(route).append(route.endsWith(".Maker") ? "(), " : "(lock), "));
        if (locked == Locked.SELF || locked == Locked.SELF_AS_OBJECT || locked == Locked.BELOW) {
            text.append("(Route) (Object) lock, ");
        }
        if (locked == Locked.MIRROR) {
            text.append("new ").append(self).append(".OfClass(), ");
        }
        text.append("new Program()};\n  }\n")
                .append(code.of(locked == Locked.MIRROR && random.nextBoolean() ? self + ".class" : "OWN"));
        file("generated.out.p" + number, "Program", "", text.toString());
    }

    /** A class that locks its objects by synchronized methods, and its mirror by static ones. */
    private String self(String name, String above) {
        String packageName = somewhere();
        String ofClass = "  public static class OfClass implements Route {\n"
                + code.of(packageName + "." + name + ".class") + "  }\n"
                + "  static synchronized void ofClass() {}\n";
        String body = above != null && random.nextBoolean() ? "" : ofClass + RouteCode.synchronizedMethods();
        file(packageName, name, above == null ? "" : "extends " + above, body);
        return packageName + "." + name;
    }

    /** A class that makes the object, locks it, and gives it to the others. */
    private String maker(String creation) {
        String packageName = somewhere();
        file(
                packageName,
                "Maker",
                "",
                "  private static final Object MADE = " + creation
                        + ";\n  public static Object made() { return MADE; }\n" + code.of("MADE"));
        routes.add(packageName + ".Maker");
        return packageName + ".Maker.made()";
    }

    /**
     * @param mayRead whether the JDK may lock the object by the monitor: nothing rewrites that, so it is known to be
     *     unsound where the object is one of the pattern's own
     */
    private void route(String name, String type, boolean mayRead) {
        Shape shape = pick(Shape.values());
        while (shape == Shape.READER && !mayRead) {
            shape = pick(Shape.values());
        }
        String extended = "";
        if (shape.inherits()) {
            String base = somewhere();
            file(
                    base,
                    "Base" + name,
                    "",
                    "  protected final " + type + " inherited;\n  public Base" + name + "(" + type
                            + " given) { inherited = given; }\n  protected " + type
                            + " inheritedLock() { return inherited; }\n" + code.of("inherited"));
            extended = "extends " + base + ".Base" + name;
        }
        String routeCode = code.of(shape.expression);
        if (shape == Shape.READER) {
            extended = "extends java.io.Reader";
            routeCode = RouteCode.skips(routeCode);
        }
        String members = shape.members.replaceAll("\\bT\\b", type).replaceAll("\\bR\\b", name);
        String packageName = somewhere();
        file(packageName, name, extended, "  " + members + "\n" + routeCode);
        routes.add(packageName + "." + name);
    }

    private String somewhere() {
        return (random.nextBoolean() ? "generated.in.p" : "generated.out.p") + number;
    }

    private void file(String packageName, String name, String extended, String body) {
        files.put(
                packageName.replace('.', '/') + "/" + name + ".java",
                "package " + packageName + ";\nimport io.vtmonitor.unpinned.Route;\npublic class " + name + " "
                        + extended + " implements Route {\n" + body + "}\n");
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
