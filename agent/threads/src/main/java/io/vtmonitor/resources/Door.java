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
import org.objectweb.asm.tree.MethodNode;

/** The {@link ResourceDoor} in {@code java.base}: there once in a JVM, for as long as it runs. */
final class Door {
    /** Its name there. */
    static final String NAME = SiteReader.DOOR;

    private final MethodHandle connect;

    private Door(MethodHandle connect) {
        this.connect = connect;
    }

    /**
     * Defines it, or finds what an agent before has left.
     *
     * @param javaLang may define classes in {@code java.lang}
     * @throws IOException if our own class file can't be read
     * @throws ReflectiveOperationException if the JVM does not let us
     */
    static Door open(Lookup javaLang) throws IOException, ReflectiveOperationException {
        Class<?> type;
        try {
            type = Class.forName(NAME, true, null);
        } catch (ClassNotFoundException ignored) {
            type = javaLang.defineClass(renamed());
        }
        return new Door(javaLang.in(type)
                .findStatic(
                        type,
                        "connect",
                        MethodType.methodType(
                                void.class, BiFunction.class, BiConsumer.class, BiConsumer.class, BiConsumer.class)));
    }

    /** From now on what woven code tells goes there. */
    void connect(Borrowings to) {
        connect(to::begin, to::end, to::lend, to::giveBack);
    }

    /** From now on it goes nowhere. */
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

    /** Our class file under its other name, by which it refers to itself. */
    private static byte[] renamed() throws IOException {
        String own = ResourceDoor.class.getName().replace('.', '/');
        String there = NAME.replace('.', '/');
        try (InputStream in = Door.class.getResourceAsStream("/" + own + ".class")) {
            if (in == null) {
                throw new IOException(own + " is not in the jar");
            }
            ClassNode type = new ClassNode();
            new ClassReader(in.readAllBytes()).accept(type, ClassReader.SKIP_DEBUG);
            type.name = there;
            for (MethodNode method : type.methods) {
                for (AbstractInsnNode insn : method.instructions) {
                    if (insn instanceof FieldInsnNode field && field.owner.equals(own)) {
                        field.owner = there;
                    }
                }
            }
            ClassWriter writer = new ClassWriter(0);
            type.accept(writer);
            return writer.toByteArray();
        }
    }
}
