package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind.Action;
import io.vtmonitor.waits.PoolKind.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Adds calls to one method. The result of the call at the start is kept in a separate local variable behind all others,
 * which is added to each frame of the method.
 */
final class WovenMethod {
    /** The kind, and an array of the pool and the key while that is made. */
    private static final int MOST_TO_BEGIN = 5;

    private static final String OBJECT = "java/lang/Object";
    private static final String TWO_OBJECTS = "(Ljava/lang/Object;Ljava/lang/Object;)V";

    private final String door;
    private final ClassNode type;
    private final MethodNode method;

    WovenMethod(String door, ClassNode type, MethodNode method) {
        this.door = door;
        this.type = type;
        this.method = method;
    }

    void weave(int kind, Place place, @Nullable FieldNode poolField) {
        if (place.action() == Action.BORROW || place.action() == Action.WAIT) {
            around(kind, place, poolField);
        } else {
            before(place, poolField);
        }
    }

    private void before(Place place, @Nullable FieldNode poolField) {
        InsnList code = pool(poolField);
        code.add(new VarInsnNode(Opcodes.ALOAD, slot(place.argument())));
        code.add(call(place.action() == Action.LEND ? "lend" : "giveBack", TWO_OBJECTS));
        method.instructions.insert(code);
        method.maxStack = Math.max(method.maxStack, 2);
    }

    /** Where an argument is. */
    private int slot(int argument) {
        Type[] arguments = Type.getArgumentTypes(method.desc);
        int slot = 1;
        for (int i = 0; i < argument; i++) {
            slot += arguments[i].getSize();
        }
        return slot;
    }

    private void around(int kind, Place place, @Nullable FieldNode poolField) {
        boolean lends = place.action() == Action.BORROW;
        int begun = method.maxLocals++;
        method.maxStack = Math.max(method.maxStack + 2, MOST_TO_BEGIN);
        widenFrames(begun);
        LabelNode handler = new LabelNode();
        LabelNode from = enter(kind, begun, poolField, key(place));
        List<TryCatchBlockNode> covered = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.ARETURN) {
                LabelNode to = new LabelNode();
                LabelNode next = new LabelNode();
                method.instructions.insertBefore(insn, exit(to, begun, lends));
                method.instructions.insert(insn, next);
                cover(covered, from, to, handler);
                from = next;
            }
        }
        LabelNode end = new LabelNode();
        method.instructions.add(end);
        cover(covered, from, end, handler);
        fail(handler, begun);
        method.tryCatchBlocks.addAll(covered); // behind the method's own, which come first
    }

    /** Before whatever a loop may jump back to. */
    private LabelNode enter(int kind, int begun, @Nullable FieldNode poolField, @Nullable InsnList key) {
        LabelNode from = new LabelNode();
        InsnList code = new InsnList();
        code.add(new IntInsnNode(Opcodes.BIPUSH, kind));
        code.add(key == null ? pool(poolField) : pair(pool(poolField), key));
        code.add(call("begin", "(ILjava/lang/Object;)Ljava/lang/Object;"));
        code.add(new VarInsnNode(Opcodes.ASTORE, begun));
        code.add(from);
        method.instructions.insert(code);
        return from;
    }

    /** The route or key; null where there is none, or this version of the class has it elsewhere. */
    private @Nullable InsnList key(Place place) {
        if (place.argument() >= 0) {
            InsnList code = new InsnList();
            code.add(new VarInsnNode(Opcodes.ALOAD, slot(place.argument())));
            return code;
        }
        for (FieldNode field : type.fields) {
            if (field.name.equals(place.keyField()) && field.desc.startsWith("L")) {
                return pool(field);
            }
        }
        return null;
    }

    private static InsnList pair(InsnList pool, InsnList key) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.ICONST_2));
        code.add(new TypeInsnNode(Opcodes.ANEWARRAY, OBJECT));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new InsnNode(Opcodes.ICONST_0));
        code.add(pool);
        code.add(new InsnNode(Opcodes.AASTORE));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new InsnNode(Opcodes.ICONST_1));
        code.add(key);
        code.add(new InsnNode(Opcodes.AASTORE));
        return code;
    }

    private InsnList exit(LabelNode to, int begun, boolean lends) {
        InsnList code = new InsnList();
        code.add(to);
        if (lends) {
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.ALOAD, begun));
            code.add(new InsnNode(Opcodes.SWAP));
        } else {
            code.add(new VarInsnNode(Opcodes.ALOAD, begun));
            code.add(new InsnNode(Opcodes.ACONST_NULL));
        }
        code.add(call("end", TWO_OBJECTS));
        return code;
    }

    private void fail(LabelNode handler, int begun) {
        InsnList code = new InsnList();
        code.add(handler);
        if (hasFrames()) {
            List<Object> locals = new ArrayList<>(Collections.nCopies(begun, Opcodes.TOP));
            locals.add(OBJECT);
            code.add(new FrameNode(
                    Opcodes.F_NEW, locals.size(), locals.toArray(), 1, new Object[] {"java/lang/Throwable"}));
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, begun));
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(call("end", TWO_OBJECTS));
        code.add(new InsnNode(Opcodes.ATHROW));
        method.instructions.add(code);
    }

    private void widenFrames(int begun) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                List<Object> locals = new ArrayList<>(frame.local);
                int size = locals.size();
                for (Object local : frame.local) {
                    size += Opcodes.LONG.equals(local) || Opcodes.DOUBLE.equals(local) ? 1 : 0;
                }
                locals.addAll(Collections.nCopies(begun - size, Opcodes.TOP));
                locals.add(OBJECT);
                frame.local = locals;
            }
        }
    }

    private boolean hasFrames() {
        return (type.version & 0xFFFF) >= Opcodes.V1_6;
    }

    private InsnList pool(@Nullable FieldNode field) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        if (field != null) {
            code.add(new FieldInsnNode(Opcodes.GETFIELD, type.name, field.name, field.desc));
        }
        return code;
    }

    private MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, door, name, descriptor, false);
    }

    /** An empty range is no valid one. */
    private static void cover(List<TryCatchBlockNode> covered, LabelNode from, LabelNode to, LabelNode handler) {
        for (AbstractInsnNode at = from; at != null && !at.equals(to); at = at.getNext()) {
            if (at.getOpcode() >= 0) {
                covered.add(new TryCatchBlockNode(from, to, handler, null));
                return;
            }
        }
    }
}
