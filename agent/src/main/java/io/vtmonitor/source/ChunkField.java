package io.vtmonitor.source;

/**
 * A field of a {@link ChunkType}.
 *
 * @param name as in the metadata
 * @param typeId of its value
 * @param pooled true where a reference to a constant is written instead of the value
 * @param array true where a number of values is written, and then they
 */
record ChunkField(String name, long typeId, boolean pooled, boolean array) {}
