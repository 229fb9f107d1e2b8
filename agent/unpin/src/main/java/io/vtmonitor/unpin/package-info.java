/**
 * Takes the pinning away on JDK 21 to 23: monitors of the classes asked for become locks as those classes load. What
 * may be rewritten is decided for each place that locks; what is not rewritten is counted and reported.
 */
@NullMarked
package io.vtmonitor.unpin;

import org.jspecify.annotations.NullMarked;
