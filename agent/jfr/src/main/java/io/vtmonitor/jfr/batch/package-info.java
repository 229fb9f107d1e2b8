/** Events of one chunk as a batch of pins. */
@NullMarked
package io.vtmonitor.jfr.batch;

import org.jspecify.annotations.NullMarked;
