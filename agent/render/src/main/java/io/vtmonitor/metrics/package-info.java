/** Prometheus metrics, and figures in the registry of the application. */
@NullMarked
package io.vtmonitor.metrics;

import org.jspecify.annotations.NullMarked;
