/** JFR to {@link io.vtmonitor.model.Pin}: the live stream, the recording file, and the translation they share. */
@NullMarked
package io.vtmonitor.source;

import org.jspecify.annotations.NullMarked;
