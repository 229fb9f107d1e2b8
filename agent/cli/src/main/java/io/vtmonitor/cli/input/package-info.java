/** The input of commands: files, class paths, filters. */
@NullMarked
package io.vtmonitor.cli.input;

import org.jspecify.annotations.NullMarked;
