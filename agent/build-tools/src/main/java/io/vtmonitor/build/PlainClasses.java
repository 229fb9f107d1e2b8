package io.vtmonitor.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Takes {@code invokedynamic} out of compiled classes: lambdas become a class for each class that has any, and the
 * methods of records are written out. The first lambda of a JVM costs tens of milliseconds, each further one about half
 * of one, which is more than all the rest of a short analysis takes; and in the agent it is the application's start
 * that waits.
 */
public final class PlainClasses {
    private final Map<String, ClassNode> classes = new TreeMap<>();
    private final Map<String, byte[]> made = new TreeMap<>();

    private final Path target;

    private PlainClasses(Path target) {
        this.target = target;
    }

    /**
     * Writes what several folders of compiled classes have into one, the classes rewritten.
     *
     * @param arguments the folder to write, which is emptied before, and the folders to read
     */
    public static void main(String[] arguments) throws IOException {
        PlainClasses plain = new PlainClasses(Path.of(arguments[0]));
        plain.empty();
        for (String source : List.of(arguments).subList(1, arguments.length)) {
            plain.copy(Path.of(source));
        }
        plain.rewrite();
        for (Map.Entry<String, byte[]> each : plain.made.entrySet()) {
            Files.write(plain.target.resolve(each.getKey() + ".class"), each.getValue());
        }
    }

    private void empty() throws IOException {
        for (Path old : filesBelow(target)) {
            Files.delete(old);
        }
    }

    private void copy(Path source) throws IOException {
        for (Path file : filesBelow(source)) {
            Path copy = target.resolve(source.relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
            if (file.toString().endsWith(".class")) {
                ClassNode node = new ClassNode();
                new ClassReader(Files.readAllBytes(file)).accept(node, 0);
                classes.put(node.name, node);
            }
        }
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> below = Files.walk(folder)) {
            return below.filter(Files::isRegularFile).toList();
        }
    }

    private void rewrite() {
        List<ClassNode> changed = new ArrayList<>();
        for (ClassNode node : classes.values()) {
            boolean records = PlainRecords.rewrite(node);
            ClassNode lambdas = PlainLambdas.rewrite(node);
            if (lambdas != null) {
                ClassNode host = node.nestHostClass == null ? node : classes.get(node.nestHostClass);
                if (host == null) {
                    throw new IllegalStateException(node.name + ": its nest's host is not among the classes");
                }
                join(host, lambdas);
                changed.add(host);
                // No branch meets another in them, so that no common supertype is ever asked for.
                made.put(lambdas.name, bytes(lambdas, ClassWriter.COMPUTE_FRAMES));
            }
            if (records || lambdas != null) {
                changed.add(node);
            }
        }
        for (ClassNode node : changed) {
            made.put(node.name, bytes(node, ClassWriter.COMPUTE_MAXS));
        }
    }

    /** Members of a nest may call each other's private methods, which lambdas are. */
    private static void join(ClassNode host, ClassNode member) {
        if (host.nestMembers == null) {
            host.nestMembers = new ArrayList<>();
        }
        host.nestMembers.remove(member.name);
        host.nestMembers.add(member.name);
        member.nestHostClass = host.name;
    }

    private static byte[] bytes(ClassNode node, int flags) {
        ClassWriter writer = new ClassWriter(flags);
        node.accept(writer);
        return writer.toByteArray();
    }
}
