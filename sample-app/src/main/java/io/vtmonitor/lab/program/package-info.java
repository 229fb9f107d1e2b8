/**
 * Programs without a framework that the lab starts in JVMs of their own. Each prints its figures as lines
 * {@code name=value}.
 */
@NullMarked
package io.vtmonitor.lab.program;

import org.jspecify.annotations.NullMarked;
