/** The wiring of the live path: options, startup checks, start, shutdown. */
@NullMarked
package io.vtmonitor.agent;

import org.jspecify.annotations.NullMarked;
