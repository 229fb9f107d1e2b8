/**
 * JSON thread dumps of {@code jcmd PID Thread.dump_to_file -format=json}, JDK 21 and later: the same groups, holders
 * and verdicts.
 */
@NullMarked
package io.vtmonitor.waits.dump;

import org.jspecify.annotations.NullMarked;
