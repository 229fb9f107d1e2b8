package io.vtmonitor.advice;

/** An advice file can't be used; the message says which, where in it, why and what is accepted. */
public final class BadAdviceException extends Exception {
    private static final long serialVersionUID = 1;

    BadAdviceException(String message) {
        super(message);
    }
}
