package io.vtmonitor.unpin.plan;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The loaders that a loader may ask, its parents, and those that may ask it. One of them may have defined another class
 * of a name than the one that the files show: which of the two the loader gives, its files do not say.
 */
final class LoadersAbove {
    private final List<LoaderHierarchy> above;
    private final Set<LoaderHierarchy> below =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    LoadersAbove(List<LoaderHierarchy> above) {
        this.above = List.copyOf(above);
    }

    /** From now on it learns of what they define. */
    void join(LoaderHierarchy loader) {
        above.forEach(one -> one.loaders().below.add(loader));
    }

    /** Whether one of them has defined a class of that name which is not as the file. */
    boolean haveOther(ClassFacts read) {
        for (LoaderHierarchy one : above) {
            ClassFacts defined = one.isSeen(read.name()) ? one.facts(read.name()) : null;
            if (defined != null && !defined.equals(read)) {
                return true;
            }
        }
        return false;
    }

    void tellBelow(ClassFacts defined) {
        for (LoaderHierarchy one : below.toArray(new LoaderHierarchy[0])) {
            if (one != null) {
                one.definedAbove(defined);
            }
        }
    }
}
