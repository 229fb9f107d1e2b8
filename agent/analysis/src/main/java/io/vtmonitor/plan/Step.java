package io.vtmonitor.plan;

import io.vtmonitor.model.Advice.Cure;
import io.vtmonitor.report.NewerJdk;
import io.vtmonitor.report.Remedy.Kind;
import java.util.List;

/**
 * One thing to do.
 *
 * @param kind what it changes
 * @param what in words
 * @param estimate true where it is not certain that it removes the holders
 */
record Step(Kind kind, String what, boolean estimate) {
    /** @param versions of the JDK to recommend, see {@link NewerJdk} */
    static Step jdk24(List<String> versions) {
        return new Step(Kind.JDK_24, "run on " + NewerJdk.text(versions, 24), false);
    }

    /** @param versions of the JDK to recommend, see {@link NewerJdk} */
    static Step jdk26(List<String> versions) {
        return new Step(Kind.JDK_26, "run on " + NewerJdk.text(versions, 26), true);
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
