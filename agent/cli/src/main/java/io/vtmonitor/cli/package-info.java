/** The command line, a class for each command. */
@NullMarked
package io.vtmonitor.cli;

import org.jspecify.annotations.NullMarked;
