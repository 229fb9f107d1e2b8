/** Decides for each place that locks what becomes of it, by who else may lock the same object. */
@NullMarked
package io.vtmonitor.unpin.plan;

import org.jspecify.annotations.NullMarked;
