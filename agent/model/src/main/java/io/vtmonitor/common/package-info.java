/** Small things that several rooms need and that belong to none: names of the JDK, durations, instants, rate limits. */
@NullMarked
package io.vtmonitor.common;

import org.jspecify.annotations.NullMarked;
