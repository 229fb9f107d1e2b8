/**
 * Thread dumps of {@code jcmd PID Thread.dump_to_file}, as JSON or in the plain format, JDK 21 and later: the same
 * groups, holders and verdicts.
 */
@NullMarked
package io.vtmonitor.waits.dump;

import org.jspecify.annotations.NullMarked;
