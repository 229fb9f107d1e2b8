package io.vtmonitor.cli.jvm;

/** A JVM can't be attached to, or did not do what it was asked. */
public final class AttachRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    public AttachRefusedException(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** What a user reads; more lines may follow the first. */
    public String message() {
        return "vt-monitor: " + sentence + (sentence.endsWith(".") ? "" : ".");
    }
}
