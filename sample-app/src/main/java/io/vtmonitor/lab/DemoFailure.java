package io.vtmonitor.lab;

import org.jspecify.annotations.Nullable;

/** The demo can't continue. The message is all that the user sees: what was done, what was seen, what helps. */
public final class DemoFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public DemoFailure(String message) {
        super(message);
    }

    public DemoFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
