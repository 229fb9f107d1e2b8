/** The live path, wired: options, start-up checks, start, shutdown. */
@NullMarked
package io.vtmonitor.agent;

import org.jspecify.annotations.NullMarked;
