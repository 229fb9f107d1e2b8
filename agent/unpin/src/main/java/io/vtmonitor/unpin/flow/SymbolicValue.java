package io.vtmonitor.unpin.flow;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value of the data flow: what is known of the object that may be locked. Equal ones are taken for one object within
 * a method, which decides which exit belongs to which enter.
 *
 * @param size stack slots, as ASM needs it
 * @param kind where it comes from
 * @param type internal name of a class the object is of, or of one above it; null if nothing is known
 * @param exact whether it is of that class itself
 * @param owner internal name of the class that has the field or the method; empty if there is none
 * @param name of the field, name and descriptor of the method, number of the parameter
 * @param source index of the instruction that made it, -1 for a fixed place
 * @param among what it is one of, where several values met; none of these is such a one itself
 */
public record SymbolicValue(
        int size,
        Kind kind,
        @Nullable String type,
        boolean exact,
        String owner,
        String name,
        int source,
        Set<SymbolicValue> among)
        implements Value {
    /** Where a value comes from. */
    public enum Kind {
        OTHER,
        THIS,
        PARAMETER,
        FIELD,
        RESULT,
        NEW,
        CLASS,
        STRING,
        NULL
    }

    private static final String PARAMETER = "parameter";
    private static final String THIS_OBJECT = "this";

    static final SymbolicValue UNKNOWN = other(null);
    static final SymbolicValue WIDE = new SymbolicValue(2, Kind.OTHER, null, false, "", "", -1);
    static final SymbolicValue NULL = new SymbolicValue(1, Kind.NULL, null, false, "", "", -1);
    static final SymbolicValue STRING = new SymbolicValue(1, Kind.STRING, "java/lang/String", true, "", "", -1);

    static SymbolicValue other(@Nullable String type) {
        return new SymbolicValue(1, Kind.OTHER, type, false, "", "", -1);
    }

    SymbolicValue(int size, Kind kind, @Nullable String type, boolean exact, String owner, String name, int source) {
        this(size, kind, type, exact, owner, name, source, Set.of());
    }

    /** One of several values: {@code mutex == null ? this : mutex}. */
    static SymbolicValue oneOf(@Nullable String type, SymbolicValue one, SymbolicValue other) {
        return new SymbolicValue(1, Kind.OTHER, type, false, "", "", -1, union(one.parts(), other.parts()));
    }

    private static Set<SymbolicValue> union(Set<SymbolicValue> one, Set<SymbolicValue> other) {
        if (one.containsAll(other)) {
            return one;
        }
        if (other.containsAll(one)) {
            return other;
        }
        SymbolicValue[] all = new SymbolicValue[one.size() + other.size()];
        int count = 0;
        for (SymbolicValue value : one) {
            all[count++] = value;
        }
        for (SymbolicValue value : other) {
            if (!one.contains(value)) {
                all[count++] = value;
            }
        }
        return Set.of(count == all.length ? all : Arrays.copyOf(all, count));
    }

    private Set<SymbolicValue> parts() {
        return among.isEmpty() ? Set.of(this) : among;
    }

    /** What it is, or what it may be one of: parameters, this, fields, and objects that are made here. */
    Set<String> marks() {
        return switch (kind) {
            case PARAMETER -> Set.of(PARAMETER);
            case THIS -> Set.of(THIS_OBJECT);
            case FIELD -> Set.of(fieldMark(owner, name));
            case NEW -> Set.of(newMark(source));
            default -> marksAmong();
        };
    }

    private Set<String> marksAmong() {
        if (among.isEmpty()) {
            return Set.of();
        }
        Set<String> marks = new HashSet<>();
        among.forEach(one -> marks.addAll(one.marks()));
        return marks;
    }

    public static String fieldMark(String owner, String name) {
        return owner + '.' + name;
    }

    static String newMark(int source) {
        return "new " + source;
    }

    /** Whether a caller may have it, too. */
    public boolean mayBeHandedIn() {
        return marks().contains(PARAMETER);
    }

    boolean mayBeThis() {
        return marks().contains(THIS_OBJECT);
    }

    /** The field's or the method's name alone. */
    public String member() {
        int descriptor = name.indexOf('(');
        return descriptor < 0 ? name : name.substring(0, descriptor);
    }

    static SymbolicValue self(String type) {
        return new SymbolicValue(1, Kind.THIS, type, false, "", "", -1);
    }

    /** The object that stands for a class. */
    static SymbolicValue mirror(String ofClass) {
        return new SymbolicValue(1, Kind.CLASS, "java/lang/Class", true, ofClass, "", -1);
    }

    static SymbolicValue parameter(int number, String type) {
        return new SymbolicValue(1, Kind.PARAMETER, type, false, "", String.valueOf(number), -1);
    }

    /** After a cast. What is known better already stays known. */
    SymbolicValue as(String casted) {
        return exact || kind == Kind.THIS || kind == Kind.NULL
                ? this
                : new SymbolicValue(size, kind, casted, false, owner, name, source, among);
    }

    /** Whether one of it and the other is the same as it is. */
    boolean covers(SymbolicValue other) {
        return !among.isEmpty() && among.containsAll(other.parts());
    }

    @Override
    public int getSize() {
        return size;
    }

    /** What a record has by itself, but much faster: a data flow asks for little else. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof SymbolicValue value
                        && size == value.size
                        && kind == value.kind
                        && exact == value.exact
                        && source == value.source
                        && name.equals(value.name)
                        && owner.equals(value.owner)
                        && Objects.equals(type, value.type)
                        && among.equals(value.among));
    }

    @Override
    public int hashCode() {
        int hash = 31 * name.hashCode() + owner.hashCode();
        hash = 31 * hash + (type == null ? 0 : type.hashCode());
        return 31 * (31 * (31 * hash + source) + kind.hashCode()) + among.size();
    }

    /** As people read it: {@code this}, {@code field lock}, {@code result of mutex()}. */
    public String text() {
        return switch (kind) {
            case THIS -> "this";
            case PARAMETER -> "parameter " + name;
            case FIELD -> "field " + name;
            case RESULT -> "result of " + member() + "()";
            case NEW -> "new " + Names.simple(String.valueOf(type)) + "()";
            case CLASS -> "class " + Names.simple(owner);
            case STRING -> "a string";
            case NULL -> "null";
            case OTHER -> type == null ? "an object" : "a " + Names.simple(type);
        };
    }
}
