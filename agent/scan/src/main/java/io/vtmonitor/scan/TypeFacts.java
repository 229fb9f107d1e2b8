package io.vtmonitor.scan;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a type that was read.
 *
 * @param type its number
 * @param superType number of what it extends, -1 for none
 * @param interfaces numbers of what it implements
 * @param access flags
 * @param library number of its library
 * @param application whether it is of the application, and no library's
 * @param jdk whether it is of a JDK
 * @param source name of its source file, null if the class file names none
 * @param firstMethod number of its first method
 * @param methods how many it has
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TypeFacts(
        int type,
        int superType,
        int[] interfaces,
        int access,
        int library,
        boolean application,
        boolean jdk,
        @Nullable String source,
        int firstMethod,
        int methods) {
    private static final int ACC_FINAL = 0x0010;
    private static final int ACC_INTERFACE = 0x0200;
    private static final int ACC_ABSTRACT = 0x0400;

    boolean isInterface() {
        return (access & ACC_INTERFACE) != 0;
    }

    boolean isAbstract() {
        return (access & ACC_ABSTRACT) != 0;
    }

    boolean isFinal() {
        return (access & ACC_FINAL) != 0;
    }
}
