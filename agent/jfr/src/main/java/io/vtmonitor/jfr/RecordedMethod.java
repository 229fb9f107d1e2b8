package io.vtmonitor.jfr;

import io.vtmonitor.model.Frame;
import java.util.List;

/** A method, with the frames that were seen in it. */
record RecordedMethod(String className, String name, String descriptor, int modifiers, List<Frame> frames) {
    Frame frame(int bytecodeIndex, int line) {
        for (Frame known : frames) {
            if (known.bytecodeIndex() == bytecodeIndex && known.line() == line) {
                return known;
            }
        }
        Frame fresh = new Frame(className, name, descriptor, bytecodeIndex, line, modifiers);
        frames.add(fresh);
        return fresh;
    }
}
