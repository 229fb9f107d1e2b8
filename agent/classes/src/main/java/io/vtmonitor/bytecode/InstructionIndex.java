package io.vtmonitor.bytecode;

import io.vtmonitor.classfile.LruCache;
import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import io.vtmonitor.model.Frame;
import io.vtmonitor.model.Library;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * What the class files say of the instruction a frame stood at; one answer for each class file that goes by the name
 * and has the method. Bounded: the last 4096 answers, the last 64 classes of a running JVM or 512 of a class path. That
 * a class was not found is remembered for a class path only: a running JVM may know it the next time. Nor is what
 * another class file of the name says, as long as the JVM may show the one that runs.
 */
public final class InstructionIndex {
    /** More are made by no compiler; what is damaged may name itself. */
    private static final int MOST_SUPERCLASSES = 500;

    private final ClassBytes classes;
    private final boolean nothingToRead;
    private final LruCache<Instruction, List<InstructionFacts>> places = new LruCache<>(4096);
    private final LruCache<Instruction, FrameValues> values = new LruCache<>(4096);
    private final LruCache<String, List<FrameValues>> returned = new LruCache<>(1024);
    private final LruCache<String, List<ClassFile>> files;

    public InstructionIndex(ClassBytes classes) {
        this.classes = classes;
        this.nothingToRead = classes.isEmpty();
        this.files = new LruCache<>(classes.isOfRunningJvm() ? 64 : 512);
    }

    /** Empty if there is no class file, or none has such a method with an instruction at that index. */
    public List<InstructionFacts> of(Frame frame) {
        if (!hasCode(frame)) {
            return List.of();
        }
        Instruction key = key(frame);
        List<InstructionFacts> known = places.get(key);
        if (known != null) {
            return known;
        }
        List<ClassFile> candidates = filesOf(frame.className());
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<InstructionFacts> result = in(candidates, key);
        if (!isAwaited(frame)) {
            places.put(key, result);
        }
        return result;
    }

    /** True if what is said of the frame may be another once the JVM shows its class. */
    public boolean isAwaited(Frame frame) {
        return classes.isAwaited(frame.className());
    }

    /**
     * Those a frame can have stood at. Where none of the class files fits, an agent may have rewritten the class while
     * it was loaded, or made it: then what the JVM runs is asked for.
     *
     * @param above the frame it called, null for the topmost and for what the JVM may have called by itself
     */
    public List<InstructionFacts> fitting(Frame frame, @Nullable Frame above) {
        if (nothingToRead) {
            return List.of();
        }
        List<InstructionFacts> found = fitting(of(frame), frame, above);
        if (!found.isEmpty()
                || !hasCode(frame)
                || (JdkFrames.isGenerated(frame) && filesOf(frame.className()).isEmpty())) {
            return found;
        }
        List<ClassFile> loaded = classes.asLoaded(frame.className());
        return loaded.isEmpty() ? List.of() : fitting(in(loaded, key(frame)), frame, above);
    }

    /** What a frame passes on, null if no class file is known to be the one that ran. */
    public @Nullable FrameValues values(Frame frame) {
        Instruction key = key(frame);
        FrameValues known = values.get(key);
        if (known != null || nothingToRead || !hasCode(frame)) {
            return known;
        }
        FrameValues found = values(filesOf(frame.className()), frame);
        FrameValues result = found != null ? found : values(classes.asLoaded(frame.className()), frame);
        if (result != null && !isAwaited(frame)) {
            values.put(key, result);
        }
        return result;
    }

    /**
     * What each instruction that returns an object from the method that a call names has by then. The method is that of
     * the class that the instruction names, or the one that it inherits; another class may override it. Empty if there
     * is no class file, and for a method without code.
     */
    public List<FrameValues> returned(FrameValues.Call call) {
        String key = call.owner() + "." + call.name() + call.descriptor();
        List<FrameValues> known = returned.get(key);
        if (known != null) {
            return known;
        }
        List<FrameValues> found = returned(call, call.owner(), 0);
        if (!found.isEmpty()) {
            returned.put(key, found);
        }
        return found;
    }

    private List<FrameValues> returned(FrameValues.Call call, @Nullable String owner, int superclasses) {
        byte[] bytes = owner == null || superclasses > MOST_SUPERCLASSES ? null : only(owner.replace('/', '.'));
        try {
            MethodCode code = bytes == null ? null : MethodCode.read(bytes, call.name(), call.descriptor());
            if (bytes == null || code != null) {
                return code == null ? List.of() : code.returned();
            }
            return returned(call, new ClassReader(bytes).getSuperName(), superclasses + 1);
        } catch (RuntimeException | AnalyzerException e) {
            return List.of();
        }
    }

    private static @Nullable FrameValues values(List<ClassFile> candidates, Frame frame) {
        FrameValues only = null;
        for (ClassFile file : candidates) {
            Instruction key = key(frame);
            InstructionFacts place = placeIn(file, key);
            if (place == null || !place.fits(frame, null)) {
                continue;
            }
            if (only != null || !file.proven()) {
                return null;
            }
            only = valuesIn(file, key);
        }
        return only;
    }

    private static @Nullable FrameValues valuesIn(ClassFile file, Instruction key) {
        try {
            MethodCode code = MethodCode.read(file.bytes(), key.method(), key.descriptor());
            return code == null ? null : code.values(key.bytecodeIndex());
        } catch (RuntimeException | AnalyzerException e) {
            return null;
        }
    }

    private static List<InstructionFacts> fitting(List<InstructionFacts> places, Frame frame, @Nullable Frame above) {
        if (places.isEmpty()) {
            return places;
        }
        List<InstructionFacts> fitting = new ArrayList<>();
        for (InstructionFacts place : places) {
            if (place.fits(frame, above)) {
                fitting.add(place);
            }
        }
        return fitting;
    }

    /**
     * A guess for where nothing fits: a class file of the same source has the call on the same line, whatever another
     * agent put before it.
     */
    List<InstructionFacts> guesses(Frame frame, @Nullable Frame above) {
        if (nothingToRead) {
            return List.of();
        }
        List<ClassFile> candidates = hasCode(frame) ? filesOf(frame.className()) : List.of();
        if (candidates.isEmpty()) {
            return List.of();
        }
        List<InstructionFacts> found = new ArrayList<>();
        if (above != null && frame.line() > 0) {
            for (ClassFile file : candidates) {
                found.addAll(callsIn(file, frame, above.methodName()));
            }
        }
        return found.isEmpty() ? of(frame) : found;
    }

    private static List<InstructionFacts> callsIn(ClassFile file, Frame frame, String callee) {
        try {
            MethodCode code = MethodCode.read(file.bytes(), frame.methodName(), frame.descriptor());
            return code == null ? List.of() : code.calls(callee, frame.line(), file.library());
        } catch (RuntimeException | AnalyzerException e) {
            return List.of();
        }
    }

    private static boolean hasCode(Frame frame) {
        return frame.bytecodeIndex() >= 0 && !frame.isNative() && !JdkFrames.isHidden(frame);
    }

    private static Instruction key(Frame frame) {
        return new Instruction(frame.className(), frame.methodName(), frame.descriptor(), frame.bytecodeIndex());
    }

    private static List<InstructionFacts> in(List<ClassFile> candidates, Instruction key) {
        List<InstructionFacts> found = new ArrayList<>();
        for (ClassFile file : candidates) {
            InstructionFacts place = placeIn(file, key);
            if (place != null) {
                found.add(place);
            }
        }
        return List.copyOf(found);
    }

    /** Where the class came from, null if no class file is found; without a version where none fits the frame. */
    public @Nullable Library library(Frame frame) {
        List<ClassFile> candidates =
                nothingToRead || JdkFrames.isHidden(frame) ? List.of() : filesOf(frame.className());
        if (candidates.isEmpty()) {
            return null;
        }
        Library first = candidates.get(0).library();
        if (!hasCode(frame)) {
            return first;
        }
        List<InstructionFacts> fitting = fitting(of(frame), frame, null);
        return fitting.isEmpty() ? unproven(first) : fitting.get(0).library();
    }

    /**
     * What a class file that is not the one that ran says of its library: a class path of another version has another.
     */
    Library unproven(Library library) {
        return classes.isOfRunningJvm() ? library : new Library(library.name(), null);
    }

    /** The class file of that name where there is one and no other, null else. */
    byte @Nullable [] only(String className) {
        List<ClassFile> candidates = filesOf(className);
        return candidates.size() == 1 ? candidates.get(0).bytes() : null;
    }

    private List<ClassFile> filesOf(String className) {
        List<ClassFile> known = files.get(className);
        if (known != null) {
            return known;
        }
        List<ClassFile> found = classes.find(className);
        if (!classes.isOfRunningJvm() || (!found.isEmpty() && !classes.isAwaited(className))) {
            files.put(className, found);
        }
        return found;
    }

    /** A class file may be newer than ASM knows, obfuscated, or damaged. Then it proves nothing. */
    private static @Nullable InstructionFacts placeIn(ClassFile file, Instruction key) {
        try {
            MethodCode code = MethodCode.read(file.bytes(), key.method(), key.descriptor());
            InstructionFacts place = code == null ? null : code.at(key.bytecodeIndex(), file.library());
            return place == null || file.proven() ? place : place.unproven();
        } catch (RuntimeException | AnalyzerException e) {
            return null;
        }
    }

    private record Instruction(String className, String method, String descriptor, int bytecodeIndex) {}
}
