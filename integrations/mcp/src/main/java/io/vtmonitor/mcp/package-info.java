/** A server of the Model Context Protocol, on standard input and output. */
@NullMarked
package io.vtmonitor.mcp;

import org.jspecify.annotations.NullMarked;
