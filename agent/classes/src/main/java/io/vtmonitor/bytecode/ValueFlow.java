package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.flow.ThrowingAnalyzer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Where the values of a method come from that takes no monitor: what {@link MonitorFlow} says of their makers, with a
 * number for each slot and no object for an instruction. A method that it can't follow ends in a
 * {@link RuntimeException}.
 */
final class ValueFlow {
    private static final int WIDE = 196;
    private static final int GOTO_W = 200;

    private final ConstantPool pool;
    private final Values values;
    private final int begin;
    private final int end;
    private final int locals;
    private final int handlers;
    private final int[] @Nullable [] frames; // locals, then the stack, then its height; null where no way leads
    private final Deque<Integer> open = new ArrayDeque<>();
    private final int height;
    private int[] now;

    /** @param code where the contents of the Code attribute begin */
    ValueFlow(ConstantPool pool, Values values, int code, boolean isStatic, String descriptor) {
        this.pool = pool;
        this.values = values;
        begin = code + 8;
        end = begin + pool.length(code + 4);
        handlers = end;
        locals = pool.u2(code + 2);
        height = locals + pool.u2(code);
        frames = new int[end - begin][];
        now = new int[height + 1];
        values.parameters(now, isStatic, descriptor);
        now[height] = locals;
        merge(begin, now);
        while (!open.isEmpty()) {
            int at = open.pop();
            System.arraycopy(frame(at), 0, now, 0, now.length);
            throwsTo(at);
            step(at);
        }
    }

    /** Whether so much code is too much to follow here. */
    static boolean isLarge(ConstantPool pool, int code) {
        return (long) pool.length(code + 4) * (pool.u2(code) + pool.u2(code + 2)) > 1_000_000;
    }

    /** False for an instruction that no way leads to. */
    boolean isReached(int at) {
        return frames[at - begin] != null;
    }

    /** The value so many slots below the top of the stack, 0 for the top. */
    int stack(int at, int depth) {
        int[] frame = frame(at);
        return frame[frame[height] - 1 - depth];
    }

    private int[] frame(int at) {
        int[] frame = frames[at - begin];
        if (frame == null) {
            throw new IllegalArgumentException("no way leads there");
        }
        return frame;
    }

    private void merge(int at, int[] frame) {
        if (at >= end || at < begin) {
            throw new IllegalArgumentException("beyond the code");
        }
        int[] known = frames[at - begin];
        if (known == null) {
            frames[at - begin] = frame.clone();
            open.push(at);
            return;
        }
        if (known[height] != frame[height]) {
            throw new IllegalArgumentException("stacks of different heights");
        }
        boolean changed = false;
        for (int i = 0; i < frame[height]; i++) {
            if (known[i] != frame[i] && known[i] != Values.UNKNOWN) {
                known[i] = Values.UNKNOWN;
                changed = true;
            }
        }
        if (changed) {
            open.push(at);
        }
    }

    /** The handlers get the locals before the instruction: none that throws changes them. */
    private void throwsTo(int at) {
        int opcode = pool.u1(at);
        boolean loadsConstant = opcode == Opcodes.LDC + 1 || opcode == Opcodes.LDC + 2;
        if (!ThrowingAnalyzer.mayThrow(loadsConstant ? Opcodes.LDC : opcode)) {
            return;
        }
        for (int i = 0; i < pool.u2(handlers); i++) {
            int handler = handlers + 2 + 8 * i;
            if (at - begin >= pool.u2(handler) && at - begin < pool.u2(handler + 2)) {
                int[] caught = now.clone();
                caught[locals] = Values.UNKNOWN;
                caught[height] = locals + 1;
                merge(begin + pool.u2(handler + 4), caught);
                String type = pool.nameOrNull(pool.u2(handler + 6));
                if (type == null || type.equals("java/lang/Throwable")) {
                    return; // it shadows the others
                }
            }
        }
    }

    private int pop() {
        if (now[height] <= locals) {
            throw new IllegalArgumentException("nothing on the stack");
        }
        return now[--now[height]];
    }

    private void push(int value) {
        if (now[height] >= height) {
            throw new IllegalArgumentException("too much on the stack");
        }
        now[now[height]++] = value;
    }

    private void push(int value, int times) {
        for (int i = 0; i < times; i++) {
            push(value);
        }
    }

    private void step(int at) {
        int opcode = pool.u1(at);
        int next = at + CodeWalk.length(pool, at, begin);
        if (opcode >= Opcodes.ILOAD && opcode <= 45) {
            load(opcode, at + 1, false);
        } else if (opcode >= Opcodes.ISTORE && opcode <= 78) {
            store(opcode, at + 1, false);
        } else if (opcode == WIDE) {
            int wide = pool.u1(at + 1);
            if (wide >= Opcodes.ISTORE && wide <= Opcodes.ASTORE) {
                store(wide, at + 2, true);
            } else if (wide >= Opcodes.ILOAD && wide <= Opcodes.ALOAD) {
                load(wide, at + 2, true);
            } else if (wide != Opcodes.IINC) {
                throw new IllegalArgumentException("subroutines");
            }
        } else if (opcode >= Opcodes.DUP && opcode <= Opcodes.SWAP) {
            rearrange(opcode);
        } else if (opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.INVOKEDYNAMIC) {
            member(opcode, at);
        } else if (opcode == Opcodes.NEW) {
            push(values.made(at, pool.u2(at + 1)));
        } else if (opcode == Opcodes.JSR || opcode == Opcodes.RET || opcode == 201) {
            throw new IllegalArgumentException("subroutines");
        } else if (opcode != Opcodes.CHECKCAST) {
            int pops = opcode == Opcodes.MULTIANEWARRAY ? pool.u1(at + 3) : StackEffects.pops(opcode);
            now[height] -= pops;
            push(Values.UNKNOWN, StackEffects.pushes(opcode));
        }
        goOn(opcode, at, next);
    }

    private void goOn(int opcode, int at, int next) {
        if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
            int padded = at + 4 - ((at - begin) & 3);
            merge(at + pool.s4(padded), now);
            boolean table = opcode == Opcodes.TABLESWITCH;
            for (int target = padded + 12; target < next; target += table ? 4 : 8) {
                merge(at + pool.s4(target), now);
            }
            return;
        }
        boolean jumps = (opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO)
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL
                || opcode == GOTO_W;
        boolean ends = opcode == Opcodes.GOTO
                || opcode == GOTO_W
                || opcode == Opcodes.ATHROW
                || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
        if (!ends) {
            merge(next, now);
        }
        if (jumps) {
            merge(at + (opcode == GOTO_W ? pool.s4(at + 1) : (short) pool.u2(at + 1)), now);
        }
    }

    private void load(int opcode, int operand, boolean wide) {
        int kind = opcode <= Opcodes.ALOAD ? opcode - Opcodes.ILOAD : (opcode - 26) / 4;
        int local = opcode <= Opcodes.ALOAD ? (wide ? pool.u2(operand) : pool.u1(operand)) : (opcode - 26) % 4;
        if (kind == 1 || kind == 3) {
            push(Values.UNKNOWN, 2);
        } else {
            push(checked(local, 1));
        }
    }

    private int checked(int local, int size) {
        if (local + size > locals) {
            throw new IllegalArgumentException("no local " + local);
        }
        return now[local];
    }

    private void store(int opcode, int operand, boolean wide) {
        int kind = opcode <= Opcodes.ASTORE ? opcode - Opcodes.ISTORE : (opcode - 59) / 4;
        int local = opcode <= Opcodes.ASTORE ? (wide ? pool.u2(operand) : pool.u1(operand)) : (opcode - 59) % 4;
        boolean two = kind == 1 || kind == 3;
        checked(local, two ? 2 : 1);
        now[local] = pop();
        if (two) {
            pop();
            now[local] = Values.UNKNOWN;
            now[local + 1] = Values.UNKNOWN;
        }
    }

    private void rearrange(int opcode) {
        if (opcode == Opcodes.SWAP) {
            int first = pop();
            int second = pop();
            push(first);
            push(second);
            return;
        }
        int copied = opcode >= Opcodes.DUP2 ? 2 : 1;
        int below = opcode >= Opcodes.DUP2 ? opcode - Opcodes.DUP2 : opcode - Opcodes.DUP;
        int top = now[height];
        int from = top - copied - below;
        int[] moved = Arrays.copyOfRange(now, from, top);
        now[height] = from;
        for (int i = below; i < moved.length; i++) {
            push(moved[i]);
        }
        for (int value : moved) {
            push(value);
        }
    }

    private void member(int opcode, int at) {
        int member = pool.u2(at + 1);
        String descriptor = pool.descriptor(member);
        if (opcode >= Opcodes.INVOKEVIRTUAL) {
            now[height] -= StackEffects.arguments(descriptor);
            if (opcode != Opcodes.INVOKESTATIC && opcode != Opcodes.INVOKEDYNAMIC) {
                pop();
            }
            int size = StackEffects.size(descriptor, descriptor.indexOf(')') + 1);
            int value = opcode == Opcodes.INVOKEDYNAMIC ? values.function(at, member) : Values.UNKNOWN;
            push(size == 1 ? value : Values.UNKNOWN, size);
            return;
        }
        int size = StackEffects.size(descriptor, 0);
        if (opcode == Opcodes.PUTSTATIC || opcode == Opcodes.PUTFIELD) {
            now[height] -= size + (opcode == Opcodes.PUTFIELD ? 1 : 0);
            return;
        }
        int of = opcode == Opcodes.GETFIELD ? pop() : Values.UNKNOWN;
        int value = size == 2
                ? Values.UNKNOWN
                : opcode == Opcodes.GETFIELD ? values.field(of, member) : values.staticField(member);
        push(value, size);
    }
}
