package io.vtmonitor.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call in the code of a method, or another instruction that makes the JVM run code.
 *
 * @param kind how the callee is chosen
 * @param member which of {@link ClassCalls#members()} the instruction names: the class alone for
 *     {@link Kind#INITIALIZATION}, the method that the interface has for {@link Kind#FUNCTION}
 * @param line source line, zero if the class file names none
 * @param held what the monitors are of that the method owns at the call, outermost first, its own if it is synchronized
 *     included; an object that {@code Object.wait} releases is not among them
 * @param waitsOn for {@code Object.wait}: what is waited on, null if the bytecode does not say
 * @param receiver internal name of the receiver's very class, null if it is not known
 * @param passed functions among the arguments; the body for {@link Kind#FUNCTION}
 */
public record CallSite(
        Kind kind,
        int member,
        int line,
        List<String> held,
        @Nullable String waitsOn,
        @Nullable String receiver,
        List<Passed> passed) {
    /** How the code that runs is found. */
    public enum Kind {
        /** By name alone. */
        STATIC,
        /** A constructor, a private method, or one of the superclass. */
        SPECIAL,
        /** By the receiver's class. */
        VIRTUAL,
        /** By the receiver's class, through an interface. */
        INTERFACE,
        /** A static field is read or written: the class is initialized first. */
        INITIALIZATION,
        /** A lambda expression or a method reference is made; it is not run. */
        FUNCTION
    }

    /**
     * A function among the arguments of a call.
     *
     * @param type internal name of the interface it is passed as
     * @param owner internal name of the class that has its body; of the object itself where it has no name
     * @param name name of the body's method, empty for an object made by {@code new}
     * @param descriptor of that method, empty for an object made by {@code new}
     * @param isStatic whether the body is a static method or a constructor; others are chosen by the receiver's class
     */
    public record Passed(String type, String owner, String name, String descriptor, boolean isStatic) {}

    public CallSite {
        held = List.copyOf(held);
        passed = List.copyOf(passed);
    }
}
