package io.vtmonitor.cli.jvm;

/** Attaching to a JVM failed, or the JVM did not do what was requested. */
public final class AttachRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    public AttachRefusedException(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** The message for the user, which may have several lines. */
    public String message() {
        return "vt-monitor: " + sentence + (sentence.endsWith(".") ? "" : ".");
    }
}
