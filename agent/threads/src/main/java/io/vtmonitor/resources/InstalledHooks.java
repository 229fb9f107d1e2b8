package io.vtmonitor.resources;

import io.vtmonitor.waits.SiteReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The {@link LendingHooks} in {@code java.base}. A JVM has at most one copy, which stays until the JVM ends. */
final class InstalledHooks {
    /** The name of the copy. */
    static final String NAME = SiteReader.HOOKS;

    private final MethodHandle connect;

    private InstalledHooks(MethodHandle connect) {
        this.connect = connect;
    }

    /**
     * Defines the copy, or finds the one that a former agent has defined.
     *
     * @param javaLang may define classes in {@code java.lang}
     * @throws IOException if our own class file can't be read
     * @throws ReflectiveOperationException if the JVM does not let us
     */
    static InstalledHooks install(Lookup javaLang) throws IOException, ReflectiveOperationException {
        Class<?> type;
        try {
            type = Class.forName(NAME, true, null);
        } catch (ClassNotFoundException ignored) {
            type = javaLang.defineClass(renamed());
        }
        return new InstalledHooks(javaLang.in(type)
                .findStatic(
                        type,
                        "connect",
                        MethodType.methodType(
                                void.class, BiFunction.class, BiConsumer.class, BiConsumer.class, BiConsumer.class)));
    }

    /** Sends the calls of woven code to {@code to} from now on. */
    void connect(Borrowings to) {
        connect(to::begin, to::end, to::lend, to::giveBack);
    }

    /** Ignores the calls of woven code from now on. */
    void disconnect() {
        connect(null, null, null, null);
    }

    private void connect(
            @Nullable BiFunction<Object, Object, @Nullable Object> begin,
            @Nullable BiConsumer<Object, @Nullable Object> end,
            @Nullable BiConsumer<Object, Object> lend,
            @Nullable BiConsumer<Object, Object> giveBack) {
        try {
            connect.invoke(begin, end, lend, giveBack);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class file of {@link LendingHooks} with its other name, which it also uses for itself. */
    private static byte[] renamed() throws IOException {
        return calling(LendingHooks.class, NAME);
    }

    /**
     * One of our class files, in which {@link LendingHooks} has another name.
     *
     * @throws IOException if it can't be read
     */
    static byte[] calling(Class<?> type, String hooks) throws IOException {
        String file = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = InstalledHooks.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is not in the jar");
            }
            String own = LendingHooks.class.getName().replace('.', '/');
            String there = hooks.replace('.', '/');
            ClassNode read = new ClassNode();
            new ClassReader(in.readAllBytes()).accept(read, ClassReader.SKIP_DEBUG);
            read.name = read.name.equals(own) ? there : read.name;
            for (MethodNode method : read.methods) {
                for (AbstractInsnNode insn : method.instructions) {
                    if (insn instanceof FieldInsnNode field && field.owner.equals(own)) {
                        field.owner = there;
                    } else if (insn instanceof MethodInsnNode call && call.owner.equals(own)) {
                        call.owner = there;
                    }
                }
            }
            ClassWriter writer = new ClassWriter(0);
            read.accept(writer);
            return writer.toByteArray();
        }
    }
}
