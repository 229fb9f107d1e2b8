/** Findings and reports to the outside: metrics, log, HTTP, text, JSON. */
@NullMarked
package io.vtmonitor.sink;

import org.jspecify.annotations.NullMarked;
