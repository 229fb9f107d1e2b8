package io.vtmonitor.bytecode;

import io.vtmonitor.bytecode.ClassCalls.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What the calls of a class name, each looked up once and known by a number. */
final class CalledMembers {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    private final String owner;
    private final List<Member> members = new ArrayList<>();
    private final Map<Member, Integer> known = new HashMap<>();

    /** @param owner internal name of the class */
    CalledMembers(String owner) {
        this.owner = owner;
    }

    /** Internal name of the class that calls. */
    String owner() {
        return owner;
    }

    List<Member> all() {
        return members;
    }

    int number(String type, String signature) {
        Member member = new Member(type, signature);
        Integer number = known.putIfAbsent(member, members.size());
        if (number == null) {
            members.add(member);
            return members.size() - 1;
        }
        return number;
    }

    /**
     * A method's name and descriptor.
     *
     * @throws IllegalArgumentException if it is no method's descriptor, which ASM does not check
     */
    static String signature(String name, String descriptor) {
        if (!descriptor.startsWith("(")) {
            throw new IllegalArgumentException("'" + descriptor + "' describes no method");
        }
        return name + descriptor;
    }

    CallSite call(int opcode, int member, int line, List<String> held) {
        return new CallSite(CallCollector.kind(opcode), member, line, held, null, null, List.of());
    }

    CallSite initialization(String type, int line, List<String> held) {
        return new CallSite(CallSite.Kind.INITIALIZATION, number(type, ""), line, held, null, null, List.of());
    }

    /**
     * The function that an {@code invokedynamic} makes, null if it makes none.
     *
     * @param name of the method that the interface has
     */
    @Nullable
    CallSite function(String name, String descriptor, Handle bootstrap, Object[] arguments, int line) {
        CallSite.Passed body = body(descriptor, bootstrap, arguments);
        if (body == null) {
            return null;
        }
        int member = number(body.type(), signature(name, ((Type) arguments[0]).getDescriptor()));
        return new CallSite(CallSite.Kind.FUNCTION, member, line, List.of(), null, null, List.of(body));
    }

    /**
     * The body of a lambda expression or of a method reference, null for string concatenation and whatever else is
     * linked at run time.
     */
    static CallSite.@Nullable Passed body(String descriptor, Handle bootstrap, Object[] arguments) {
        boolean isLambda = bootstrap.getOwner().equals(LAMBDAS)
                && arguments.length >= 2
                && arguments[0] instanceof Type
                && arguments[1] instanceof Handle;
        if (!isLambda) {
            return null;
        }
        Handle body = (Handle) arguments[1];
        signature(body.getName(), body.getDesc());
        Type type = Type.getReturnType(descriptor);
        int kind = body.getTag();
        boolean fixed =
                kind == Opcodes.H_INVOKESTATIC || kind == Opcodes.H_NEWINVOKESPECIAL || kind == Opcodes.H_INVOKESPECIAL;
        return type.getSort() == Type.OBJECT
                ? new CallSite.Passed(type.getInternalName(), body.getOwner(), body.getName(), body.getDesc(), fixed)
                : null;
    }
}
