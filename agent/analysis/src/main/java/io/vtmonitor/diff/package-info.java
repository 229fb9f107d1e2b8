/** Two sets of reports compared. */
@NullMarked
package io.vtmonitor.diff;

import org.jspecify.annotations.NullMarked;
