/** The program that {@code demo} runs in a JVM of its own. It does what virtual threads should not do. */
@NullMarked
package io.vtmonitor.demo;

import org.jspecify.annotations.NullMarked;
