package io.vtmonitor.classfile;

import java.util.Collection;
import java.util.function.Predicate;

/** Classes that are read after a class path, since what they are follows from what the class path has. */
public interface FurtherClasses {
    /**
     * Gives them.
     *
     * @param named internal names of the types that the class path has, and of those that its code names
     * @param read tells whether a type of that internal name was read
     */
    void give(Collection<String> named, Predicate<String> read, ClassPathWalk.Taker taker);
}
