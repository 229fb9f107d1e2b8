/** A small HTTP server on one port, for GET and HEAD. */
@NullMarked
package io.vtmonitor.http;

import org.jspecify.annotations.NullMarked;
