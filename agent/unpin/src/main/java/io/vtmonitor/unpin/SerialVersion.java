package io.vtmonitor.unpin;

import io.vtmonitor.unpin.flow.Names;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The {@code serialVersionUID} that a class without the field has: Java Object Serialization Specification 4.6. The
 * flag {@code synchronized} goes into it, so it is taken before that is dropped, and pinned.
 */
final class SerialVersion {
    private static final String FIELD = "serialVersionUID";
    private static final int CLASS_FLAGS =
            Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
    private static final int FIELD_FLAGS = Opcodes.ACC_PUBLIC
            | Opcodes.ACC_PRIVATE
            | Opcodes.ACC_PROTECTED
            | Opcodes.ACC_STATIC
            | Opcodes.ACC_FINAL
            | Opcodes.ACC_VOLATILE
            | Opcodes.ACC_TRANSIENT;
    private static final int METHOD_FLAGS = Opcodes.ACC_PUBLIC
            | Opcodes.ACC_PRIVATE
            | Opcodes.ACC_PROTECTED
            | Opcodes.ACC_STATIC
            | Opcodes.ACC_FINAL
            | Opcodes.ACC_SYNCHRONIZED
            | Opcodes.ACC_NATIVE
            | Opcodes.ACC_ABSTRACT
            | Opcodes.ACC_STRICT;

    private SerialVersion() {}

    /** A field, method or constructor as it enters the hash. */
    private record Member(String name, int access, String descriptor) {}

    /** Whether dropping the flag would change it: the class has no such field, and is neither enum nor record. */
    static boolean isComputed(ClassNode type) {
        return (type.access & (Opcodes.ACC_ENUM | Opcodes.ACC_INTERFACE | Opcodes.ACC_RECORD)) == 0
                && type.fields.stream().noneMatch(field -> field.name.equals(FIELD));
    }

    /** Adds the field with the value the class has without it. */
    static void pin(ClassNode type) {
        type.fields.add(new FieldNode(
                Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
                FIELD,
                "J",
                null,
                compute(type)));
    }

    static long compute(ClassNode type) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            write(type, new DataOutputStream(bytes));
            byte[] hash = MessageDigest.getInstance("SHA").digest(bytes.toByteArray());
            long value = 0;
            for (int i = 7; i >= 0; i--) {
                value = (value << 8) | (hash[i] & 0xFF);
            }
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(ClassNode type, DataOutputStream out) throws IOException {
        out.writeUTF(Names.dotted(type.name));
        out.writeInt(access(type) & CLASS_FLAGS);
        for (String name : type.interfaces.stream().map(Names::dotted).sorted().toList()) {
            out.writeUTF(name);
        }
        List<Member> fields = new ArrayList<>();
        for (FieldNode field : type.fields) {
            boolean hidden = (field.access & Opcodes.ACC_PRIVATE) != 0
                    && (field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) != 0;
            if (!hidden) {
                fields.add(new Member(field.name, field.access & FIELD_FLAGS, field.desc));
            }
        }
        fields.sort(Comparator.comparing(Member::name));
        writeAll(fields, out);
        List<Member> constructors = new ArrayList<>();
        List<Member> methods = new ArrayList<>();
        for (MethodNode method : type.methods) {
            if (method.name.equals("<clinit>")) {
                write(new Member("<clinit>", Opcodes.ACC_STATIC, "()V"), out);
            } else if ((method.access & Opcodes.ACC_PRIVATE) == 0) {
                String descriptor = Names.dotted(method.desc);
                (method.name.equals("<init>") ? constructors : methods)
                        .add(new Member(method.name, method.access & METHOD_FLAGS, descriptor));
            }
        }
        writeAll(sorted(constructors), out);
        writeAll(sorted(methods), out);
    }

    private static int access(ClassNode type) {
        for (InnerClassNode inner : type.innerClasses) {
            if (inner.name.equals(type.name)) {
                return inner.access;
            }
        }
        return type.access;
    }

    private static List<Member> sorted(List<Member> members) {
        members.sort(Comparator.comparing(Member::name).thenComparing(Member::descriptor));
        return members;
    }

    private static void writeAll(List<Member> members, DataOutputStream out) throws IOException {
        for (Member member : members) {
            write(member, out);
        }
    }

    private static void write(Member member, DataOutputStream out) throws IOException {
        out.writeUTF(member.name);
        out.writeInt(member.access);
        out.writeUTF(member.descriptor);
    }
}
