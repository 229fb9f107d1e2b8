/** Running JVMs: finds them, attaches to them, and sends them requests. */
@NullMarked
package io.vtmonitor.cli.jvm;

import org.jspecify.annotations.NullMarked;
