package io.vtmonitor.unpin.flow;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Calls by which code may reach {@code wait}, {@code notify} and their like by name, or define a class that no
 * transformer sees.
 */
public final class ReflectiveCalls {
    private static final String METHOD = "java/lang/reflect/Method";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    /** What is called in addition, by what is called. */
    private static final Map<String, Change> CHANGES = Map.of(
            METHOD + ".invoke", new Change(Map.of(0, "invokedMethod", 2, "invokedArguments"), null),
            LOOKUP + ".findVirtual", new Change(Map.of(), "findVirtual"),
            LOOKUP + ".findStatic", new Change(Map.of(), "findStatic"),
            LOOKUP + ".findSpecial", new Change(Map.of(), "findSpecial"),
            LOOKUP + ".bind", new Change(Map.of(), "bind"),
            LOOKUP + ".unreflect", new Change(Map.of(), "unreflect"),
            LOOKUP + ".unreflectSpecial", new Change(Map.of(), "unreflectSpecial"),
            LOOKUP + ".defineHiddenClass", new Change(Map.of(1, "hiddenClass"), null),
            LOOKUP + ".defineHiddenClassWithClassData", new Change(Map.of(1, "hiddenClass"), null));

    private ReflectiveCalls() {}

    /**
     * What becomes of a call.
     *
     * @param before by the number of the operand, the method that gives another one for it; it gets all of them
     * @param after the method that gets the result and all operands and gives another result; null if there is none
     */
    public record Change(
            Map<Integer, String> before, @Nullable String after) {}

    static boolean is(String owner, String name) {
        return CHANGES.containsKey(owner + '.' + name);
    }

    /** Null for any other instruction. */
    @Nullable
    public static Change of(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call ? CHANGES.get(call.owner + '.' + call.name) : null;
    }
}
