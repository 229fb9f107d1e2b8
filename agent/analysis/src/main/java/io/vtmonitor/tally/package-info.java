/** Pins added up by JVM, site, stack and dimension, and reports added up by site. */
@NullMarked
package io.vtmonitor.tally;

import org.jspecify.annotations.NullMarked;
