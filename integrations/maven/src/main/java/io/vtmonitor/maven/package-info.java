/** The goals of the Maven plugin. They use the command line of the jar. */
@NullMarked
package io.vtmonitor.maven;

import org.jspecify.annotations.NullMarked;
