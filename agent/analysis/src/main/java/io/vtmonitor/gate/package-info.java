/** Conditions on a report, for builds. */
@NullMarked
package io.vtmonitor.gate;

import org.jspecify.annotations.NullMarked;
