/** Data flow over methods: which monitors a frame owns, and what is locked. */
@NullMarked
package io.vtmonitor.bytecode;

import org.jspecify.annotations.NullMarked;
