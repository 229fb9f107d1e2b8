package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.calls.CapturedReleases;
import io.vtmonitor.bytecode.calls.ClassMethods;
import io.vtmonitor.bytecode.calls.CreatedTasks;
import io.vtmonitor.bytecode.calls.QuietCalls;
import io.vtmonitor.common.JdkNames;
import io.vtmonitor.model.ClassBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Whether code that waits for a permit of a semaphore also releases permits of the same one: by data flow of what these
 * methods are called on. Where only others release permits a semaphore is a signal, and who waits may be idle.
 */
public final class PermitReturns {
    private static final String SEMAPHORE = "java/util/concurrent/Semaphore";

    private final ClassBytes classes;
    private final QuietCalls quiet;
    private final CapturedReleases captured;

    public PermitReturns(ClassBytes classes) {
        this.classes = classes;
        quiet = new QuietCalls(classes);
        captured = new CapturedReleases(classes, quiet);
    }

    /**
     * A call, and what it is made on.
     *
     * @param owner internal name of the class that has the method which makes it
     * @param receiver null for a static method
     */
    private record Call(
            String owner,
            MethodNode in,
            MethodInsnNode insn,
            @Nullable SymbolicLock receiver) {
        /** Whether both are made on one object, as far as names of places tell. */
        boolean isOnSame(Call other) {
            if (receiver == null || other.receiver == null) {
                return receiver == null && other.receiver == null;
            }
            SymbolicLock.Field field = receiver.field();
            SymbolicLock.Field others = other.receiver.field();
            boolean sameField = field != null
                    && others != null
                    && field.owner().equals(others.owner())
                    && field.name().equals(others.name());
            boolean sameMethod =
                    owner.equals(other.owner) && in.name.equals(other.in.name) && in.desc.equals(other.in.desc);
            return sameField || (sameMethod && receiver.isSame(other.receiver));
        }

        boolean isIn(StackTraceElement frame) {
            return in.name.equals(frame.getMethodName()) && owner.equals(internal(frame));
        }

        /** Whether it calls the method that this other call is made in. */
        boolean calls(Call other) {
            return insn.owner.equals(other.owner) && insn.name.equals(other.in.name) && insn.desc.equals(other.in.desc);
        }
    }

    /**
     * Whether the topmost method that is not the JDK's releases permits of the semaphore that it waits for, or its
     * caller does: by itself or by a method of that class or of one of its member classes. Never throws.
     *
     * @param trace of a thread that waits for a permit of a semaphore, topmost frame first
     */
    public boolean isTrueOf(List<StackTraceElement> trace) {
        int first = 0;
        while (first < trace.size() && JdkNames.isJdk(trace.get(first).getClassName())) {
            first++;
        }
        if (first == 0 || first == trace.size()) {
            return false;
        }
        StackTraceElement frame = trace.get(first);
        Call acquire = made(frame, trace.get(first - 1));
        if (acquire == null) {
            return false;
        }
        List<Call> releases = releases(frame.getClassName(), acquire);
        List<Call> own =
                releases.stream().filter(release -> release.isIn(frame)).toList();
        List<Call> byMethods = calls(frame, releases, (call, release) -> true);
        if (works(acquire, own)
                || works(acquire, byMethods)
                || handsOn(acquire, releases)
                || captured.isTrueOf(acquire.owner, acquire.in, acquire.insn)) {
            return true;
        }
        if (first + 1 == trace.size() || !own.isEmpty() || !byMethods.isEmpty()) {
            return false;
        }
        StackTraceElement caller = trace.get(first + 1);
        Call wrapped = made(caller, frame);
        List<Call> callers =
                releases.stream().filter(release -> release.isIn(caller)).toList();
        return wrapped != null
                ? works(wrapped, callers)
                        || works(
                                wrapped,
                                calls(
                                        caller,
                                        releases,
                                        (call, release) -> isLease(release, acquire) || call.isOnSame(wrapped)))
                : !callers.isEmpty();
    }

    /**
     * Whether anything is done with the permit before one of these gives it back. Who does nothing passes a gate, which
     * may be closed for long.
     */
    private boolean works(Call acquire, List<Call> releases) {
        for (Call release : releases) {
            boolean same = acquire.owner.equals(release.owner)
                    && acquire.in.name.equals(release.in.name)
                    && acquire.in.desc.equals(release.in.desc);
            if (!same || !isQuietUntil(acquire, release)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a task that is created with the permit in hand gives it back when it has done its work. */
    private boolean handsOn(Call acquire, List<Call> releases) {
        Set<String> tasks = CreatedTasks.after(acquire.insn, acquire.owner);
        for (Call release : releases) {
            boolean quick = quiet.isBetween(release.in.instructions.getFirst(), release.insn, release.in);
            if (!quick && runs(acquire.owner, tasks, release)) {
                return true;
            }
        }
        return false;
    }

    private boolean runs(String owner, Set<String> tasks, Call release) {
        if (CreatedTasks.contains(tasks, release.owner, release.in)) {
            return true;
        }
        for (MethodNode method : ClassMethods.of(classes, owner.replace('/', '.'))) {
            if (CreatedTasks.contains(tasks, owner, method)
                    && calls(owner, method, 0).stream().anyMatch(call -> call.calls(release))) {
                return true;
            }
        }
        return false;
    }

    /** Each way to give it back is a copy in the bytecode: the calls of those that come before do not count. */
    private boolean isQuietUntil(Call acquire, Call release) {
        int from = acquire.in.instructions.indexOf(acquire.insn);
        int to = release.in.instructions.indexOf(release.insn);
        if (to < from) {
            return false;
        }
        AbstractInsnNode begin = acquire.in.instructions.get(from);
        for (int i = from + 1; i < to; i++) {
            AbstractInsnNode insn = acquire.in.instructions.get(i);
            if (insn instanceof MethodInsnNode call
                    && call.name.equals(release.insn.name)
                    && call.owner.equals(release.insn.owner)) {
                if (!quiet.isBetween(begin, insn, acquire.in)) {
                    return false;
                }
                begin = insn;
            }
        }
        return quiet.isBetween(begin, acquire.in.instructions.get(to), acquire.in);
    }

    /** What was handed out for a permit releases it: no other object of that class does. */
    private static boolean isLease(Call release, Call acquire) {
        return !release.owner.equals(acquire.owner);
    }

    /** The call that the frame is in; null where its line has several on different objects. */
    private @Nullable Call made(StackTraceElement frame, StackTraceElement above) {
        Call found = null;
        for (MethodNode method : ClassMethods.of(classes, frame.getClassName())) {
            if (method.name.equals(frame.getMethodName())) {
                for (Call call : calls(internal(frame), method, frame.getLineNumber())) {
                    if (call.insn.name.equals(above.getMethodName())) {
                        if (found != null && !found.isOnSame(call)) {
                            return null;
                        }
                        found = call;
                    }
                }
            }
        }
        return found;
    }

    /** Calls in the class and its member classes that release permits of what {@code acquire} is called on. */
    private List<Call> releases(String type, Call acquire) {
        List<Call> found = new ArrayList<>();
        for (String each : ClassMethods.nest(classes, type)) { // a lease of a permit may be an object of its own
            for (MethodNode method : ClassMethods.of(classes, each)) {
                if (mayRelease(method, acquire)) {
                    for (Call call : calls(each.replace('.', '/'), method, 0)) {
                        if (isRelease(call.insn, acquire) && call.isOnSame(acquire)) {
                            found.add(call);
                        }
                    }
                }
            }
        }
        return found;
    }

    private static boolean mayRelease(MethodNode method, Call acquire) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode call && isRelease(call, acquire)) {
                return true;
            }
        }
        return false;
    }

    /** An application may have a subclass, by which it then calls both. */
    private static boolean isRelease(MethodInsnNode call, Call acquire) {
        return call.name.equals("release")
                && (call.desc.equals("()V") || call.desc.equals("(I)V"))
                && (call.owner.equals(SEMAPHORE) || call.owner.equals(acquire.insn.owner));
    }

    /** The frame's calls of methods in which permits are released. */
    private List<Call> calls(StackTraceElement frame, List<Call> releases, BiPredicate<Call, Call> which) {
        List<Call> found = new ArrayList<>();
        if (releases.isEmpty()) {
            return found;
        }
        for (MethodNode method : ClassMethods.of(classes, frame.getClassName())) {
            if (method.name.equals(frame.getMethodName())) {
                for (Call call : calls(internal(frame), method, 0)) {
                    if (releases.stream().anyMatch(release -> call.calls(release) && which.test(call, release))) {
                        found.add(call);
                    }
                }
            }
        }
        return found;
    }

    /**
     * The calls of a method.
     *
     * @param line on this line; all where that is zero or negative
     */
    private static List<Call> calls(String owner, MethodNode method, int line) {
        List<Call> calls = new ArrayList<>();
        ClassMethods.calls(
                new LockInterpreter(method, Map.of()),
                owner,
                method,
                line,
                (call, receiver) -> calls.add(new Call(owner, method, call, receiver)));
        return calls;
    }

    private static String internal(StackTraceElement frame) {
        return frame.getClassName().replace('.', '/');
    }
}
