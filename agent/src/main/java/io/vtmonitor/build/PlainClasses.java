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

    private final Path root;

    private PlainClasses(Path root) {
        this.root = root;
    }

    /**
     * Rewrites class files where they lie; such that were rewritten before stay as they are.
     *
     * @param arguments the folder of the compiled classes
     */
    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        PlainClasses plain = new PlainClasses(root);
        plain.read();
        plain.rewrite();
        for (Map.Entry<String, byte[]> each : plain.made.entrySet()) {
            Files.write(root.resolve(each.getKey() + ".class"), each.getValue());
        }
    }

    private void read() throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> below = Files.walk(root)) {
            below.filter(file -> file.toString().endsWith(".class")).forEach(files::add);
        }
        for (Path file : files) {
            ClassNode node = new ClassNode();
            new ClassReader(Files.readAllBytes(file)).accept(node, 0);
            classes.put(node.name, node);
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace('\\', '/').replaceFirst("\\.class$", "");
            ClassNode node = classes.get(name);
            if (name.endsWith(PlainLambdas.SUFFIX) && node != null && !isKnown(node)) {
                // Left from a source that has changed since.
                Files.delete(file);
                classes.remove(name);
            }
        }
    }

    private boolean isKnown(ClassNode member) {
        ClassNode host = classes.get(member.nestHostClass);
        return host != null && host.nestMembers != null && host.nestMembers.contains(member.name);
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
