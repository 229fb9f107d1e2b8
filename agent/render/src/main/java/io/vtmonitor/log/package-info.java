/** Our own log lines: to standard error, a file or a pipe, at a bounded rate. */
@NullMarked
package io.vtmonitor.log;

import org.jspecify.annotations.NullMarked;
