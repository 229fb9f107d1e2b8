package io.vtmonitor.bytecode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a method whose origin matters to what is passed with its calls, by number: objects that it makes,
 * functions, and what it reads from places that give the same object wherever they are read. They are those that
 * {@link LockInterpreter} names.
 */
final class Values {
    static final int UNKNOWN = 0;

    private final ConstantPool pool;
    private final CalledMembers members;
    private final List<Value> values = new ArrayList<>();
    private final Map<Long, Integer> known = new HashMap<>();

    /**
     * A value.
     *
     * @param made internal name of the class, null where the method does not make it
     * @param function null where it is none
     * @param text how long its name is, 0 where it is of no fixed place
     * @param isThis whether it is the object whose method runs
     * @param type internal name of the class of a field, null for others
     */
    private record Value(
            @Nullable String made,
            CallSite.@Nullable Passed function,
            int text,
            boolean isThis,
            @Nullable String type) {
        static final Value NOTHING = new Value(null, null, 0, false, null);
    }

    Values(ConstantPool pool, CalledMembers members) {
        this.pool = pool;
        this.members = members;
        values.add(Value.NOTHING);
    }

    private int add(Value value) {
        values.add(value);
        return values.size() - 1;
    }

    /** Fills the first locals. */
    void parameters(int[] locals, boolean isStatic, String descriptor) {
        int local = 0;
        if (!isStatic) {
            locals[local++] = add(new Value(null, null, "this".length(), true, null));
        }
        int parameter = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at = StackEffects.next(descriptor, at)) {
            parameter++;
            if (descriptor.charAt(at) == 'L') {
                int text = ("parameter " + parameter).length();
                locals[local] = add(new Value(null, null, text, false, null));
            }
            local += StackEffects.size(descriptor, at);
        }
    }

    /** @param at the instruction that makes it */
    int made(int at, int type) {
        Integer value = known.get(-1L - at);
        if (value == null) {
            value = add(new Value(pool.name(type), null, 0, false, null));
            known.put(-1L - at, value);
        }
        return value;
    }

    /** @param at the instruction that makes it */
    int function(int at, int dynamic) {
        Integer value = known.get(-1L - at);
        if (value == null) {
            CallSite.Passed function = members.body(dynamic);
            value = function == null ? UNKNOWN : add(new Value(null, function, 0, false, null));
            known.put(-1L - at, value);
        }
        return value;
    }

    int staticField(int field) {
        Integer value = known.get((long) field);
        if (value == null) {
            String owner = SymbolicLock.simpleName(pool.owner(field));
            value = add(ofField(field, ("static field " + owner + "." + pool.memberName(field)).length()));
            known.put((long) field, value);
        }
        return value;
    }

    /** @param of the object that has it */
    int field(int of, int field) {
        Value object = values.get(of);
        if (object.text() == 0 || object.text() > SymbolicLock.LONGEST_BASE) {
            return UNKNOWN;
        }
        long key = ((long) of << 16) | field;
        Integer value = known.get(key);
        if (value == null) {
            int part = ("field " + pool.memberName(field)).length();
            value = add(ofField(field, object.isThis() ? part : part + " of ".length() + object.text()));
            known.put(key, value);
        }
        return value;
    }

    private Value ofField(int field, int text) {
        String descriptor = pool.descriptor(field);
        boolean object = descriptor.charAt(0) == 'L';
        return new Value(null, null, text, false, object ? descriptor.substring(1, descriptor.length() - 1) : null);
    }

    /** The very class of a value that this method made, null for others. */
    @Nullable
    String made(int value) {
        return values.get(value).made();
    }

    /**
     * The value as a function.
     *
     * @param type internal name of the type that it is passed as
     * @return null where it is none
     */
    CallSite.@Nullable Passed passed(int value, String type) {
        Value known = values.get(value);
        if (known.function() != null) {
            return known.function();
        }
        String made = known.made() == null ? known.type() : known.made();
        return made != null && CallCollector.isNameless(made) ? new CallSite.Passed(type, made, "", "", false) : null;
    }
}
