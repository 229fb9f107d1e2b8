/** Tells the agent of the requests that Quarkus REST serves. */
@NullMarked
package io.vtmonitor.quarkus;

import org.jspecify.annotations.NullMarked;
