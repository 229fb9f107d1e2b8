package io.vtmonitor.heap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stacks of a heap dump: threads in the same place have the same list. */
final class Stacks {
    /** Frames of a stack that are read, from the top. */
    private static final int MOST_FRAMES = 1_024;

    private final HprofInput in;
    private final HeapIndex index;
    private final Classes classes;
    private final Map<Place, StackTraceElement> frames = new HashMap<>();
    private final Map<List<StackTraceElement>, List<StackTraceElement>> distinct = new HashMap<>();

    /** A line of code, by the numbers that the dump has for it. */
    private record Place(long method, long source, long type, int line) {}

    Stacks(HprofInput in, HeapIndex index, Classes classes) {
        this.in = in;
        this.index = index;
        this.classes = classes;
    }

    /** Topmost frame first; empty if there is none of that number. */
    List<StackTraceElement> of(int number) throws IOException {
        long at = index.stacks.get(number & 0xffff_ffffL);
        if (at < 0) {
            return List.of();
        }
        in.seek(at);
        in.skip(8);
        int count = (int) Math.min(in.u4(), MOST_FRAMES);
        long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            ids[i] = in.id();
        }
        List<StackTraceElement> stack = new ArrayList<>(count);
        for (long id : ids) {
            StackTraceElement frame = frame(id);
            if (frame != null) {
                stack.add(frame);
            }
        }
        List<StackTraceElement> same = distinct.putIfAbsent(stack, stack);
        return same == null ? stack : same;
    }

    /** How many parameters of a frame's method are references; 0 if the dump does not say. */
    int references(int number, int depth) throws IOException {
        long stack = index.stacks.get(number & 0xffff_ffffL);
        if (stack < 0) {
            return 0;
        }
        in.seek(stack);
        in.skip(8);
        if (depth >= in.u4()) {
            return 0;
        }
        in.skip((long) depth * in.idSize());
        long at = index.frames.position(in.id());
        if (at < 0) {
            return 0;
        }
        in.seek(at);
        in.skip(2L * in.idSize());
        return references(classes.symbol(in.id()));
    }

    private static int references(String signature) {
        int found = 0;
        boolean array = false;
        for (int i = 1; i < signature.length() && signature.charAt(i) != ')'; i++) {
            char type = signature.charAt(i);
            if (type == 'L') {
                i = Math.max(i, signature.indexOf(';', i));
            }
            found += type == 'L' || (array && type != '[') ? 1 : 0;
            array = type == '[';
        }
        return found;
    }

    private @Nullable StackTraceElement frame(long id) throws IOException {
        long at = index.frames.position(id);
        if (at < 0) {
            return null;
        }
        in.seek(at);
        in.id();
        long method = in.id();
        in.id();
        long source = in.id();
        long type = in.u4();
        Place place = new Place(method, source, type, in.i4());
        StackTraceElement known = frames.get(place);
        if (known == null) {
            String file = source == 0 ? "" : classes.symbol(source);
            known = new StackTraceElement(
                    classes.name(index.classesByNumber.get(type)),
                    classes.symbol(method),
                    file.isEmpty() ? null : file,
                    line(place.line()));
            frames.put(place, known);
        }
        return known;
    }

    /** HPROF: -3 is a native method; -1 and -2 are lines that are not known, and so is 0. */
    private static int line(int line) {
        return line == -3 ? -2 : line > 0 ? line : -1;
    }
}
