/** A GET-only HTTP server on one port. */
@NullMarked
package io.vtmonitor.http;

import org.jspecify.annotations.NullMarked;
