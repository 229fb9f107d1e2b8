package io.vtmonitor.holders;

import io.vtmonitor.bytecode.InitializationOrder;
import io.vtmonitor.bytecode.LineInstructions;
import io.vtmonitor.bytecode.LineInstructions.Spot;
import io.vtmonitor.bytecode.LineInstructions.Use;
import io.vtmonitor.common.HiddenNames;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Stack;
import io.vtmonitor.model.StackResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps a line to its instructions: those that call the frame above, or, for the frame that is blocked, those that take
 * a monitor or initialize a class. Most lines have one. If a line has several, the first is used and marked as unsure.
 */
public final class SourceLineResolver implements StackResolver {
    private static final int ACC_NATIVE = 0x0100;
    private static final int ACC_SYNCHRONIZED = 0x0020;

    private final ClassBytes classes;

    public SourceLineResolver(ClassBytes classes) {
        this.classes = classes;
    }

    @Override
    public Resolved resolve(List<StackTraceElement> trace, boolean entering) {
        List<Frame> frames = new ArrayList<>();
        Set<Integer> unsure = new HashSet<>();
        for (int i = 0; i < trace.size(); i++) {
            StackTraceElement element = trace.get(i);
            List<Spot> spots = element.isNativeMethod()
                    ? List.of()
                    : spots(element, i == 0 ? null : trace.get(i - 1), entering && i == 0);
            if (i > 0 && isLoadingForVm(element, i + 1 < trace.size() ? trace.get(i + 1) : null)) {
                spots = calledByVm(element, trace.get(i - 1), spots);
            }
            if (spots.size() > 1) {
                unsure.add(i);
            }
            frames.add(frame(element, spots.isEmpty() ? null : spots.get(0), spots.isEmpty() && isNative(element)));
        }
        return new Resolved(new Stack(frames, false), unsure);
    }

    @Override
    public Uses uses(StackTraceElement frame) {
        List<LineInstructions> readers = lines(frame);
        InitializationOrder order = new InitializationOrder(classes);
        Map<String, Set<String>> found = new HashMap<>();
        boolean hidden = readers.isEmpty();
        boolean loops = false;
        for (LineInstructions lines : readers) {
            loops |= lines.loops(frame.getLineNumber());
            hidden |= lines.mayCallHidden(frame.getLineNumber());
            for (Use use : lines.uses(frame.getLineNumber())) {
                String declaring = order.declaring(use.className(), use.member());
                found.put(declaring, order.upTo(declaring));
            }
        }
        return new Uses(found, !hidden && order.isComplete(), loops);
    }

    /** A printed stack without a line need not say that the method is native: then the class file has no code. */
    private boolean isNative(StackTraceElement element) {
        if (element.isNativeMethod() || element.getLineNumber() > 0) {
            return element.isNativeMethod();
        }
        List<LineInstructions> files = lines(element);
        return !files.isEmpty() && files.stream().noneMatch(LineInstructions::hasCode);
    }

    private static Frame frame(StackTraceElement element, @Nullable Spot spot, boolean isNative) {
        int modifiers = isNative ? ACC_NATIVE : 0;
        return new Frame(
                HiddenNames.stable(element.getClassName()),
                element.getMethodName(),
                spot == null ? "" : spot.descriptor(),
                spot == null ? -1 : spot.bytecodeIndex(),
                Math.max(0, element.getLineNumber()),
                spot == null ? modifiers : spot.access());
    }

    private List<Spot> spots(StackTraceElement element, @Nullable StackTraceElement above, boolean entering) {
        List<Spot> found = new ArrayList<>();
        for (LineInstructions lines : lines(element)) {
            if (entering) {
                found.addAll(enters(lines, element.getLineNumber()));
            } else if (above == null || isCalledByVm(above)) {
                found.addAll(lines.anything(element.getLineNumber()));
            } else {
                found.addAll(lines.calls(element.getLineNumber(), above.getMethodName()));
            }
        }
        return found.stream().distinct().toList();
    }

    /**
     * A synchronized method is blocked before its first instruction; the interpreter may stand behind a monitorenter.
     */
    private static List<Spot> enters(LineInstructions lines, int line) {
        List<Spot> found = new ArrayList<>(lines.monitorEnters(line));
        lines.firstInstructions(line).stream()
                .filter(spot -> (spot.access() & ACC_SYNCHRONIZED) != 0)
                .forEach(found::add);
        return found.isEmpty() ? lines.anything(line) : found;
    }

    private static boolean isCalledByVm(StackTraceElement above) {
        return above.getMethodName().equals("<clinit>") || above.getMethodName().equals("loadClass");
    }

    /** Where line numbers were stripped, the overloads of a class loader look the same. */
    private static boolean isLoadingForVm(StackTraceElement element, @Nullable StackTraceElement below) {
        return below != null
                && below.isNativeMethod()
                && element.getClassName().equals("java.lang.ClassLoader")
                && element.getMethodName().equals("loadClass");
    }

    /** The JVM asks for a class by its name alone. */
    private List<Spot> calledByVm(StackTraceElement element, StackTraceElement above, List<Spot> otherwise) {
        List<Spot> called = new ArrayList<>();
        for (LineInstructions lines : lines(element)) {
            called.addAll(lines.calls(element.getLineNumber(), above.getMethodName()));
        }
        called.removeIf(spot -> !spot.descriptor().equals("(Ljava/lang/String;)Ljava/lang/Class;"));
        return called.isEmpty() ? otherwise : called;
    }

    private List<LineInstructions> lines(StackTraceElement element) {
        List<LineInstructions> found = new ArrayList<>();
        for (ClassFile file : classes.find(element.getClassName())) {
            LineInstructions lines = LineInstructions.read(file.bytes(), element.getMethodName());
            if (lines != null) {
                found.add(lines);
            }
        }
        return found;
    }
}
