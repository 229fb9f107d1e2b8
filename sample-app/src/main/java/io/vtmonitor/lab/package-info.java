/** Starts the sample application, its databases and load generators, and compares JDKs and drivers: the demo. */
@NullMarked
package io.vtmonitor.lab;

import org.jspecify.annotations.NullMarked;
