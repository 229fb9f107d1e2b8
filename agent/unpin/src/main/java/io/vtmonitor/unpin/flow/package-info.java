/** Reads class files: where they lock and what, which values get where, what a field or a method may give. */
@NullMarked
package io.vtmonitor.unpin.flow;

import org.jspecify.annotations.NullMarked;
