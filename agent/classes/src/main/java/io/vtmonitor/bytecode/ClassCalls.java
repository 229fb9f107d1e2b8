package io.vtmonitor.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a class file shows of calls and monitors. All class names are internal ones, with slashes.
 *
 * @param name the class
 * @param superName what it extends, null for {@code java/lang/Object} and modules
 * @param interfaces what it implements
 * @param access access flags
 * @param source name of its source file, null if the class file names none
 * @param members what its calls name, by number
 * @param methods its methods
 */
public record ClassCalls(
        String name,
        @Nullable String superName,
        List<String> interfaces,
        int access,
        @Nullable String source,
        List<Member> members,
        List<Method> methods) {
    /**
     * A method as a call names it.
     *
     * @param owner internal name of the class
     * @param signature name and descriptor; empty if the class alone is meant
     */
    public record Member(String owner, String signature) {}

    /**
     * A method.
     *
     * @param name its name
     * @param descriptor its descriptor
     * @param access access flags
     * @param annotations descriptors of its annotations
     * @param followed false if its monitors could not be followed: those of its calls are unknown
     * @param calls its calls, in the order of the bytecode
     */
    public record Method(
            String name,
            String descriptor,
            int access,
            List<String> annotations,
            boolean followed,
            List<CallSite> calls) {
        public Method {
            annotations = List.copyOf(annotations);
            calls = List.copyOf(calls);
        }
    }

    public ClassCalls {
        interfaces = List.copyOf(interfaces);
        members = List.copyOf(members);
        methods = List.copyOf(methods);
    }
}
