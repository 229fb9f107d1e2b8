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
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** What the calls of a class name, each looked up once and known by a number. */
final class CalledMembers {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final int UNKNOWN = 0;
    private static final int DOES_NOT_MATTER = -1;

    private final ConstantPool pool;
    private final String owner;
    private final int[] bootstraps;
    private final int[] numbers;
    private final List<Member> members = new ArrayList<>();
    private final Map<Member, Integer> known = new HashMap<>();

    /**
     * @param owner internal name of the class
     * @param bootstraps where the entries of its table of bootstrap methods begin
     */
    CalledMembers(ConstantPool pool, String owner, int[] bootstraps) {
        this.pool = pool;
        this.owner = owner;
        this.bootstraps = bootstraps;
        numbers = new int[pool.size()];
    }

    /** Internal name of the class that calls. */
    String owner() {
        return owner;
    }

    List<Member> all() {
        return members;
    }

    /** By the constant of a method that is called; -1 for one that does not matter. */
    int number(int method) {
        int number = numbers[method];
        if (number == UNKNOWN) {
            String type = pool.owner(method);
            number = CallCollector.mayMatter(type)
                    ? number(type, pool.memberName(method).concat(pool.descriptor(method))) + 1
                    : DOES_NOT_MATTER;
            numbers[method] = number;
        }
        return number == DOES_NOT_MATTER ? -1 : number - 1;
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

    /** By the constant of a method. */
    String descriptor(int method) {
        return pool.descriptor(method);
    }

    boolean isWait(int member) {
        return members.get(member).signature().startsWith("wait(");
    }

    boolean isNameless(int type) {
        return CallCollector.isNameless(pool.name(type));
    }

    /** The class that declares a field, as the constant of the field names it. */
    String typeOfField(int field) {
        return pool.owner(field);
    }

    CallSite call(int opcode, int member, int line, List<String> held) {
        return new CallSite(CallCollector.kind(opcode), member, line, held, null, null, List.of());
    }

    CallSite initialization(String type, int line, List<String> held) {
        return new CallSite(CallSite.Kind.INITIALIZATION, number(type, ""), line, held, null, null, List.of());
    }

    /** The function that an instruction makes, null where it makes none. */
    @Nullable
    CallSite function(int dynamic, int line) {
        CallSite.Passed body = body(dynamic);
        return body == null ? null : function(body, pool.memberName(dynamic).concat(pool.name(type(dynamic))), line);
    }

    /** @param signature of the method that the interface has */
    CallSite function(CallSite.Passed body, String signature, int line) {
        int member = number(body.type(), signature);
        return new CallSite(CallSite.Kind.FUNCTION, member, line, List.of(), null, null, List.of(body));
    }

    /** The constant of the type of the method that the interface has. */
    private int type(int dynamic) {
        return pool.u2(bootstraps[pool.bootstrap(dynamic)] + 4);
    }

    /**
     * The body of a lambda expression or of a method reference, null for string concatenation and whatever else is
     * linked at run time.
     */
    CallSite.@Nullable Passed body(int dynamic) {
        int bootstrap = bootstraps[pool.bootstrap(dynamic)];
        if (!pool.owner(pool.handleMember(pool.u2(bootstrap))).equals(LAMBDAS)
                || pool.u2(bootstrap + 2) < 2
                || pool.tag(type(dynamic)) != ConstantPool.METHOD_TYPE
                || pool.tag(pool.u2(bootstrap + 6)) != ConstantPool.METHOD_HANDLE) {
            return null;
        }
        int handle = pool.u2(bootstrap + 6);
        int member = pool.handleMember(handle);
        return body(
                pool.descriptor(dynamic),
                pool.handleKind(handle),
                pool.owner(member),
                pool.memberName(member),
                pool.descriptor(member));
    }

    /** The same of an instruction. */
    static CallSite.@Nullable Passed body(InvokeDynamicInsnNode insn) {
        boolean isLambda = insn.bsm.getOwner().equals(LAMBDAS)
                && insn.bsmArgs.length >= 2
                && insn.bsmArgs[0] instanceof Type
                && insn.bsmArgs[1] instanceof Handle;
        if (!isLambda) {
            return null;
        }
        Handle body = (Handle) insn.bsmArgs[1];
        return body(insn.desc, body.getTag(), body.getOwner(), body.getName(), body.getDesc());
    }

    private static CallSite.@Nullable Passed body(String made, int kind, String owner, String name, String descriptor) {
        Type type = Type.getReturnType(made);
        boolean fixed =
                kind == Opcodes.H_INVOKESTATIC || kind == Opcodes.H_NEWINVOKESPECIAL || kind == Opcodes.H_INVOKESPECIAL;
        return type.getSort() == Type.OBJECT
                ? new CallSite.Passed(type.getInternalName(), owner, name, descriptor, fixed)
                : null;
    }
}
