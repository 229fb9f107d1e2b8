/** The command line: one class a command. */
@NullMarked
package io.vtmonitor.cli;

import org.jspecify.annotations.NullMarked;
