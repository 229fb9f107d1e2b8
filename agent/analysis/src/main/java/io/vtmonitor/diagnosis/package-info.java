/** From a blocking to what is said of it: holders, operation, entry, advice, once for each distinct stack. */
@NullMarked
package io.vtmonitor.diagnosis;

import org.jspecify.annotations.NullMarked;
