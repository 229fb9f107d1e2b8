/** Sends metrics and findings to a receiver of OpenTelemetry's protocol, as JSON over HTTP. */
@NullMarked
package io.vtmonitor.otlp;

import org.jspecify.annotations.NullMarked;
