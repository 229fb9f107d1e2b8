package io.vtmonitor.heap;

import java.io.IOException;

/** The file is no heap dump that can be read, or something in it contradicts the format. */
public final class BadHeapDumpException extends IOException {
    private static final long serialVersionUID = 1;

    BadHeapDumpException(String message) {
        super(message);
    }
}
