/** Stacks of real libraries, recorded once and judged in every build. */
@NullMarked
package io.vtmonitor.golden;

import org.jspecify.annotations.NullMarked;
