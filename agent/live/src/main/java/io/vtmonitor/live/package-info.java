/** The recording and event stream of the JVM that the agent runs in, its guards, and the tail at exit. */
@NullMarked
package io.vtmonitor.live;

import org.jspecify.annotations.NullMarked;
