package io.vtmonitor.bytecode.calls;

import io.vtmonitor.model.ClassBytes;
import io.vtmonitor.model.ClassBytes.ClassFile;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The methods of a class. */
public final class ClassMethods {
    private ClassMethods() {}

    /** Of all class files of that name; what ASM cannot read is left out. */
    public static List<MethodNode> of(ClassBytes classes, String className) {
        List<MethodNode> methods = new ArrayList<>();
        for (ClassFile file : classes.find(className)) {
            try {
                ClassNode type = new ClassNode();
                new ClassReader(file.bytes()).accept(type, ClassReader.SKIP_FRAMES);
                methods.addAll(type.methods);
            } catch (RuntimeException ignored) {
                // A class file that ASM cannot read shows nothing: the next one is looked at.
            }
        }
        return methods;
    }
}
