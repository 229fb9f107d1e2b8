/** Which events make a pin; what a JVM or its recording settings tell and hide. */
@NullMarked
package io.vtmonitor.pins;

import org.jspecify.annotations.NullMarked;
