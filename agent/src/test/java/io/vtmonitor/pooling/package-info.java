/** Programs that borrow from pools of real libraries, for the process tests. */
@NullMarked
package io.vtmonitor.pooling;

import org.jspecify.annotations.NullMarked;
