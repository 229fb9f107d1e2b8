package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * One Java frame of a recorded stack.
 *
 * @param className binary name with dots, {@code java.util.Map$Entry}
 * @param methodName name as in the class file, {@code <clinit>} included
 * @param descriptor method descriptor, {@code (I)V}
 * @param bytecodeIndex index of the instruction the frame stood at; negative if the JVM recorded none
 * @param line source line; zero or negative if the class has no line numbers
 * @param modifiers the method's access flags (JVM specification 4.6)
 */
public record Frame(
        String className, String methodName, String descriptor, int bytecodeIndex, int line, int modifiers) {
    /** The name of a class or a method where a damaged recording lacks it. */
    public static final String UNKNOWN = "(not in the recording)";

    private static final int ACC_STATIC = 0x0008;
    private static final int ACC_SYNCHRONIZED = 0x0020;
    private static final int ACC_NATIVE = 0x0100;

    public boolean isStatic() {
        return (modifiers & ACC_STATIC) != 0;
    }

    public boolean isSynchronized() {
        return (modifiers & ACC_SYNCHRONIZED) != 0;
    }

    public boolean isNative() {
        return (modifiers & ACC_NATIVE) != 0;
    }

    public boolean isClassInitializer() {
        return methodName.equals("<clinit>");
    }

    /** True if class and method are the named ones; overloads are not distinguished. */
    public boolean is(String otherClass, String otherMethod) {
        return methodName.equals(otherMethod) && className.equals(otherClass);
    }

    /** The site's view of this frame: class and method, no line. */
    public MethodName method() {
        return new MethodName(className, methodName);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Frame frame
                        && bytecodeIndex == frame.bytecodeIndex
                        && line == frame.line
                        && modifiers == frame.modifiers
                        && methodName.equals(frame.methodName)
                        && className.equals(frame.className)
                        && descriptor.equals(frame.descriptor));
    }

    /** Stacks are looked up by content, so this runs for each of their frames. */
    @Override
    public int hashCode() {
        return 31 * (31 * className.hashCode() + methodName.hashCode()) + bytecodeIndex;
    }

    @Override
    public String toString() {
        return line > 0 ? className + "." + methodName + ":" + line : className + "." + methodName;
    }
}
