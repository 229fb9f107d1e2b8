package io.vtmonitor.model;

/**
 * What tells a locked object from others. Bytecode names few objects so: what a call returned, an element of an array,
 * a parameter, and what a method made are other objects each time, and so are their fields.
 *
 * @param name such as {@code com/acme/Cache.LOCK}, {@code this}, {@code field session}
 * @param scope where that name stands for one object
 */
public record LockedObject(String name, Scope scope) {
    /** Where a name stands for one object. */
    public enum Scope {
        /** In all frames. */
        PROGRAM,
        /**
         * In frames of one class, likely: each of its instances has another one, and most classes that lock are few.
         */
        CLASS
    }

    /**
     * Whether two frames that name what they lock mean one object, as far as class files tell.
     *
     * @param sameClass whether both frames are of one class
     */
    public boolean isSame(LockedObject other, boolean sameClass) {
        return equals(other) && (scope == Scope.PROGRAM || sameClass);
    }
}
