/** The one thread for all recurring checks of the agent, and what these may cost. */
@NullMarked
package io.vtmonitor.looks;

import org.jspecify.annotations.NullMarked;
