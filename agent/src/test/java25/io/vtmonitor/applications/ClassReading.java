package io.vtmonitor.applications;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads class files by the JDK's own class-file API, and finds monitors by another way than the product: compilers
 * protect each block that owns one by a handler that gives it back and throws on.
 */
final class ClassReading implements AutoCloseable {
    private final List<FileSystem> jars = new ArrayList<>();
    private final List<Path> roots = new ArrayList<>();
    private final FileSystem jdk;
    private final Map<String, @Nullable ClassModel> read = new HashMap<>();

    /**
     * @param classPath jars and folders, as the JVM takes them
     * @param home of the JDK that ran
     */
    ClassReading(String classPath, Path home) throws IOException {
        for (String element : classPath.split(File.pathSeparator)) {
            Path path = Path.of(element);
            if (Files.isDirectory(path)) {
                roots.add(path);
            } else if (Files.exists(path)) {
                FileSystem jar = FileSystems.newFileSystem(path);
                jars.add(jar);
                roots.add(jar.getPath("/"));
            }
        }
        jdk = FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
    }

    /**
     * An instruction of a method.
     *
     * @param opcode null where there is no code or no instruction at that index
     * @param before the instruction before it: the interpreter may stand behind one that blocks
     * @param calls name of the method that it calls, null for all but calls
     * @param monitors how many blocks that own a monitor it is in, the method's own flag left out
     * @param flag whether the method is synchronized
     */
    record At(
            @Nullable Opcode opcode,
            @Nullable Opcode before,
            @Nullable String calls,
            int monitors,
            boolean flag) {
        int owned() {
            return monitors + (flag ? 1 : 0);
        }
    }

    /** Null where the class file is not there, or has no such method. */
    @Nullable
    At at(Recorded.Frame frame) throws IOException {
        ClassModel type = type(frame.className());
        if (type == null) {
            return null;
        }
        for (MethodModel method : type.methods()) {
            if (method.methodName().equalsString(frame.methodName())
                    && method.methodType().equalsString(frame.descriptor())) {
                boolean flag = method.flags().has(AccessFlag.SYNCHRONIZED);
                CodeAttribute code = (CodeAttribute) method.code().orElse(null);
                return code == null ? new At(null, null, null, 0, flag) : at(code, frame.bytecodeIndex(), flag);
            }
        }
        return null;
    }

    private static At at(CodeAttribute code, int index, boolean flag) {
        int next = 0;
        Opcode before = null;
        for (CodeElement element : code) {
            if (element instanceof Instruction instruction) {
                if (next == index) {
                    String calls = instruction instanceof InvokeInstruction invoke
                            ? invoke.name().stringValue()
                            : null;
                    return new At(instruction.opcode(), before, calls, monitors(code, index), flag);
                }
                next += instruction.sizeInBytes();
                before = instruction.opcode();
            }
        }
        return new At(null, null, null, 0, flag);
    }

    /** Blocks have as many handlers as monitors are given back by them. */
    private static int monitors(CodeAttribute code, int index) {
        Set<Integer> handlers = new HashSet<>();
        for (ExceptionCatch each : code.exceptionHandlers()) {
            int handler = code.labelToBci(each.handler());
            if (each.catchType().isEmpty()
                    && index >= code.labelToBci(each.tryStart())
                    && index < code.labelToBci(each.tryEnd())
                    && index < handler
                    && givesBack(code, handler)) {
                handlers.add(handler);
            }
        }
        return handlers.size();
    }

    private static boolean givesBack(CodeAttribute code, int handler) {
        int next = 0;
        for (CodeElement element : code) {
            if (element instanceof Instruction instruction) {
                if (next >= handler) {
                    switch (instruction.opcode()) {
                        case MONITOREXIT -> {
                            return true;
                        }
                        case MONITORENTER, ATHROW, RETURN, ARETURN, IRETURN -> {
                            return false;
                        }
                        default -> {}
                    }
                }
                next += instruction.sizeInBytes();
            }
        }
        return false;
    }

    private @Nullable ClassModel type(String name) throws IOException {
        if (!read.containsKey(name)) {
            Path file = file(name.replace('.', '/') + ".class");
            read.put(name, file == null ? null : ClassFile.of().parse(Files.readAllBytes(file)));
        }
        return read.get(name);
    }

    private @Nullable Path file(String name) throws IOException {
        for (Path root : roots) {
            if (Files.exists(root.resolve(name))) {
                return root.resolve(name);
            }
        }
        int slash = name.lastIndexOf('/');
        Path modules = slash < 0
                ? null
                : jdk.getPath("/packages", name.substring(0, slash).replace('/', '.'));
        if (modules != null && Files.isDirectory(modules)) {
            try (var links = Files.list(modules)) {
                return links.map(link ->
                                jdk.getPath("/modules", link.getFileName().toString(), name))
                        .filter(Files::exists)
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        for (FileSystem jar : jars) {
            jar.close();
        }
        jdk.close();
    }
}
