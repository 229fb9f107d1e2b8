/**
 * From a blocked stack to the frames that keep the carrier. The JVM tells where each frame stood, the class file tells which
 * monitors are owned there. Imports {@code model} only; ASM is used nowhere else.
 */
@NullMarked
package io.vtmonitor.culprit;

import org.jspecify.annotations.NullMarked;
