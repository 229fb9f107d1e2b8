/**
 * Recordings in files: which JVM a chunk belongs to, damaged, compressed, shared and unfinished files, read in
 * parallel.
 */
@NullMarked
package io.vtmonitor.recording;

import org.jspecify.annotations.NullMarked;
