package io.vtmonitor.jfr;

/**
 * A field of a {@link ChunkType}.
 *
 * @param name as in the metadata
 * @param typeId of its value
 * @param pooled true if a reference to a constant is written instead of the value
 * @param array true if a number of values is written, and then they
 */
public record ChunkField(String name, long typeId, boolean pooled, boolean array) {}
