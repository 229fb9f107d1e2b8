package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.InheritedHoldsLock;

/** The classes below {@code Thread}, by whose names its static methods may be called. */
public final class ThreadSubclasses {
    private static final int DEEPEST = 200;

    private ThreadSubclasses() {}

    /**
     * Whether {@code holdsLock} of that class is {@code Thread}'s (JVMS 5.4.3.3), as far as class files are available.
     */
    public static boolean inheritHoldsLock(LoaderHierarchy classes, String name) {
        String at = name;
        for (int seen = 0; at != null && seen < DEEPEST; seen++) {
            if (at.equals("java/lang/Thread")) {
                return true;
            }
            ClassFacts known = classes.facts(at);
            if (known == null || classes.members().declares(at, InheritedHoldsLock.METHOD)) {
                return false;
            }
            at = known.superName();
        }
        return false;
    }
}
