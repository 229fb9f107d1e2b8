package io.vtmonitor.recording;

import java.io.IOException;

/** A limit of the system is too low for what is to be started. */
public final class HostLimitException extends IOException {
    HostLimitException(String message) {
        super(message);
    }
}
