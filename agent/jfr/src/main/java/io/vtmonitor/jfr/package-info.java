/** The chunk format of Flight Recorder: bytes to types, constants and columns of numbers. */
@NullMarked
package io.vtmonitor.jfr;

import org.jspecify.annotations.NullMarked;
