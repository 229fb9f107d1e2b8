/**
 * What rewritten code calls instead of taking a monitor. These classes are defined a second time in {@code java.base},
 * as {@code java.lang.VtMonitor…}, since every loader, module and OSGi bundle sees {@code java.lang} and nothing else
 * for sure ({@code BootClasses}). So they use {@code java.base} alone, and have no lambdas.
 */
@NullMarked
package io.vtmonitor.unpin.lock;

import org.jspecify.annotations.NullMarked;
