/** The live path: options, checks, wiring, shutdown. */
@NullMarked
package io.vtmonitor.boot;

import org.jspecify.annotations.NullMarked;
