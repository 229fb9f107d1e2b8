package io.vtmonitor.jfr;

/** A chunk's bytes contradict each other. Where, and what was seen there. */
public final class DamagedChunkException extends Exception {
    private static final long serialVersionUID = 1L;

    private final long offset;

    /**
     * @param offset from the begin of the chunk
     * @param seen what was found there
     */
    public DamagedChunkException(long offset, String seen) {
        super(seen, null, false, false);
        this.offset = offset;
    }

    /** From the begin of the chunk, in bytes. */
    public long offset() {
        return offset;
    }
}
