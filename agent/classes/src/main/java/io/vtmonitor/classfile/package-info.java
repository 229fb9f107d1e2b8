/** Class files by name: from a class path, nested jars, the image of a JDK, or the running JVM. */
@NullMarked
package io.vtmonitor.classfile;

import org.jspecify.annotations.NullMarked;
