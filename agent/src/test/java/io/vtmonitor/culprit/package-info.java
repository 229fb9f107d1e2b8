/** Tests of {@code culprit}. */
@NullMarked
package io.vtmonitor.culprit;

import org.jspecify.annotations.NullMarked;
