package io.vtmonitor.unpin;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value of the data flow: what is known of the object that may be locked. Equal ones are taken for one object within a
 * method, which decides which exit belongs to which enter.
 *
 * @param size stack slots, as ASM needs it
 * @param kind where it comes from
 * @param type internal name of a class the object is of, or of one above it; null if nothing is known
 * @param exact whether it is of that class itself
 * @param owner internal name of the class that has the field or the method; empty if there is none
 * @param name of the field or method, number of the parameter
 * @param source index of the instruction that made it, -1 for a fixed place
 */
record SymbolicValue(int size, Kind kind, @Nullable String type, boolean exact, String owner, String name, int source)
        implements Value {
    /** Where a value comes from. */
    enum Kind {
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

    private static final String PARAMETER_AMONG_THEM = "parameter";

    static final SymbolicValue UNKNOWN = other(null);
    static final SymbolicValue WIDE = new SymbolicValue(2, Kind.OTHER, null, false, "", "", -1);
    static final SymbolicValue NULL = new SymbolicValue(1, Kind.NULL, null, false, "", "", -1);
    static final SymbolicValue STRING = new SymbolicValue(1, Kind.STRING, "java/lang/String", true, "", "", -1);

    static SymbolicValue other(@Nullable String type) {
        return new SymbolicValue(1, Kind.OTHER, type, false, "", "", -1);
    }

    /** One of several values, a parameter among them: {@code mutex == null ? this : mutex}. */
    static SymbolicValue perhapsParameter(@Nullable String type) {
        return new SymbolicValue(1, Kind.OTHER, type, false, "", PARAMETER_AMONG_THEM, -1);
    }

    /** Whether a caller may have it, too. */
    boolean mayBeHandedIn() {
        return kind == Kind.PARAMETER || (kind == Kind.OTHER && name.equals(PARAMETER_AMONG_THEM));
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
                : new SymbolicValue(size, kind, casted, false, owner, name, source);
    }

    @Override
    public int getSize() {
        return size;
    }

    /** As people read it: {@code this}, {@code field lock}, {@code result of mutex()}. */
    String text() {
        return switch (kind) {
            case THIS -> "this";
            case PARAMETER -> "parameter " + name;
            case FIELD -> "field " + name;
            case RESULT -> "result of " + name + "()";
            case NEW -> "new " + Names.simple(String.valueOf(type)) + "()";
            case CLASS -> "class " + Names.simple(owner);
            case STRING -> "a string";
            case NULL -> "null";
            case OTHER -> type == null ? "an object" : "a " + Names.simple(type);
        };
    }
}
