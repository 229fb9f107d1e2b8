package io.vtmonitor.plan;

import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.model.Change;
import io.vtmonitor.report.Remedy.Kind;
import java.util.List;

/**
 * One thing to do.
 *
 * @param kind what it changes
 * @param what to do
 * @param estimate true if it is not certain that it removes the holders
 */
record Step(Kind kind, Change what, boolean estimate) {
    /** @param versions of the JDK to recommend, as in {@link Change.RunOn} */
    static Step jdk24(List<String> versions) {
        return new Step(Kind.JDK_24, new Change.RunOn(24, versions), false);
    }

    /** @param versions of the JDK to recommend, as in {@link Change.RunOn} */
    static Step jdk26(List<String> versions) {
        return new Step(Kind.JDK_26, new Change.RunOn(26, versions), true);
    }

    static Step of(Cure cure) {
        Kind kind = switch (cure.kind()) {
            case RELEASE -> Kind.UPGRADE;
            case OPTION -> Kind.OPTION;
            case CODE -> Kind.OWN_CODE;
        };
        return new Step(kind, cure.what(), !cure.sure());
    }
}
