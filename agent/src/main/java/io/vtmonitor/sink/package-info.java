/** Where findings go: metrics, and the small HTTP server that shows them. Depends on {@code model} only. */
@NullMarked
package io.vtmonitor.sink;

import org.jspecify.annotations.NullMarked;
