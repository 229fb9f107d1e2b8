/** Running JVMs: found, attached to, asked. */
@NullMarked
package io.vtmonitor.cli.jvm;

import org.jspecify.annotations.NullMarked;
