package io.vtmonitor.bytecode;

import io.vtmonitor.model.LockedObject;
import io.vtmonitor.model.LockedObject.Scope;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value of the data flow, named by where it came from, since it may be what is locked. Equal ones are one object:
 * what is read from a fixed place is equal wherever it is read (a field that is reassigned meanwhile is taken for
 * unchanged), what is made or returned is equal only if it is one instruction's.
 *
 * @param size stack slots, as ASM needs it
 * @param text such as {@code this}, {@code field session}; null if the bytecode does not say
 * @param source index of the instruction that made it, {@link #ANYWHERE} for a fixed place
 * @param type internal name of the class it is an instance of, or of one below; null if that is not known
 * @param field the field it was read from, null if it was not
 * @param root what the first field or element on the way to it was read from, null if it was not read from an object
 */
public record SymbolicLock(
        int size,
        @Nullable String text,
        int source,
        @Nullable String type,
        @Nullable Field field,
        @Nullable SymbolicLock root)
        implements Value {
    static final int ANYWHERE = -1;

    /** Owned by a thread in a critical section of the JDK, which has no object. */
    static final SymbolicLock CRITICAL_SECTION = fixed("critical section");

    static final SymbolicLock UNKNOWN = new SymbolicLock(1, null, ANYWHERE);
    static final SymbolicLock WIDE = new SymbolicLock(2, null, ANYWHERE);
    public static final SymbolicLock THIS = new SymbolicLock(1, "this", ANYWHERE);

    static final String STATIC = "static field ";
    private static final String CLASS = "class ";
    static final String PARAMETER = "parameter ";
    static final String LINKED = "made by ";
    static final String RESULT = "result of ";
    private static final String STRING = "string \"";
    private static final String CUT = "…\"";

    /** Of a longer string constant, only the start is shown. */
    private static final int LONGEST_STRING = 30;

    /** A longer name is no part of another one. */
    private static final int LONGEST_BASE = 60;

    /**
     * A field as the bytecode names it.
     *
     * @param owner internal name of its class
     * @param name its name
     * @param descriptor its descriptor
     * @param of the field that the object with this field was read from, null if it was not, and for a static field
     */
    record Field(
            String owner,
            String name,
            String descriptor,
            @Nullable Field of) {
        private static final String CLASS = "class";

        /** Stands for the object of a class itself, which no field of a Java class is called. */
        static Field ofClass(String internalName) {
            return new Field(internalName, CLASS, "Ljava/lang/Class;", null);
        }

        boolean isClass() {
            return name.equals(CLASS);
        }
    }

    SymbolicLock(int size, @Nullable String text, int source) {
        this(size, text, source, null, null, null);
    }

    /** A place that gives the same object wherever it is read. */
    static SymbolicLock fixed(String text) {
        return new SymbolicLock(1, text, ANYWHERE);
    }

    /** A constant of the class file. */
    static SymbolicLock string(String text) {
        return fixed(STRING + (text.length() > LONGEST_STRING ? text.substring(0, LONGEST_STRING) + CUT : text + "\""));
    }

    /**
     * The monitor of a class.
     *
     * @param className binary or internal name
     */
    public static SymbolicLock ofClass(String className) {
        return new SymbolicLock(
                1, CLASS + simpleName(className), ANYWHERE, null, Field.ofClass(className.replace('.', '/')), null);
    }

    /** Class name without package. */
    static String simpleName(String className) {
        return className.substring(Math.max(className.lastIndexOf('.'), className.lastIndexOf('/')) + 1);
    }

    /** A part of this value: {@code field table of parameter 1}. */
    SymbolicLock part(String part, int instruction) {
        if (text == null || text.length() > LONGEST_BASE) {
            return new SymbolicLock(1, part, instruction).within(this);
        }
        return new SymbolicLock(
                        1, equals(THIS) ? part : part + " of " + text, source == ANYWHERE ? ANYWHERE : instruction)
                .within(this);
    }

    /** The same, read from an object. */
    SymbolicLock within(SymbolicLock object) {
        return new SymbolicLock(size, text, source, type, field, object.root == null ? object : object.root);
    }

    /** The same, known to be of a type; arrays and primitive values add nothing. */
    SymbolicLock ofType(String descriptor) {
        boolean object = Type.getType(descriptor).getSort() == Type.OBJECT;
        return object
                ? new SymbolicLock(size, text, source, Type.getType(descriptor).getInternalName(), field, root)
                : this;
    }

    SymbolicLock from(Field read) {
        return new SymbolicLock(size, text, source, type, read, root).ofType(read.descriptor());
    }

    /** Made by an instruction of this very method. */
    public boolean isNew() {
        return source != ANYWHERE && text != null && text.startsWith("new ");
    }

    /** True for what the method made, or was given as such: the object itself, no part of it. */
    public boolean isWhole() {
        return isNew() || equals(THIS) || parameter() > 0;
    }

    /** What an {@code invokedynamic} returned, such as a lambda expression's object. */
    public boolean isLinked() {
        return root == null && text != null && text.startsWith(LINKED);
    }

    /** What a call returned. */
    public boolean isResult() {
        return root == null && text != null && text.startsWith(RESULT);
    }

    /** True for a place that gives the same object wherever it is read. */
    public boolean isFixed() {
        return source == ANYWHERE && text != null;
    }

    /** The number of a parameter, counted from 1; 0 for anything else. */
    public int parameter() {
        return root == null && text != null && text.startsWith(PARAMETER)
                ? Integer.parseInt(text.substring(PARAMETER.length()))
                : 0;
    }

    /**
     * What distinguishes the object from others: null unless it is a class, what a static field has, a whole string
     * constant, {@code this}, or a field of one of these.
     */
    public @Nullable LockedObject object() {
        SymbolicLock from = root == null ? this : root;
        if (!isFixed() || text == null) {
            return null;
        }
        if (root == null && field != null && isOfClass()) {
            return new LockedObject(field.owner() + "." + field.name(), Scope.PROGRAM);
        }
        return from.equals(THIS) || from.isOfClass() || from.isWholeString()
                ? new LockedObject(text, Scope.CLASS)
                : null;
    }

    private boolean isOfClass() {
        return text != null && (text.startsWith(STATIC) || text.startsWith(CLASS));
    }

    private boolean isWholeString() {
        return text != null && text.startsWith(STRING) && !text.endsWith(CUT);
    }

    /** True if two such values are surely one object, unless a field was assigned meanwhile. */
    public boolean isSame(SymbolicLock other) {
        return text != null && equals(other);
    }

    @Override
    public int getSize() {
        return size;
    }
}
