/** One thread for all that the agent looks at repeatedly, and what that may cost. */
@NullMarked
package io.vtmonitor.looks;

import org.jspecify.annotations.NullMarked;
