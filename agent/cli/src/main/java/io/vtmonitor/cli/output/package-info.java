/** The output of commands, and the terminal. */
@NullMarked
package io.vtmonitor.cli.output;

import org.jspecify.annotations.NullMarked;
