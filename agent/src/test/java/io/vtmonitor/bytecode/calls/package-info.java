@NullMarked
package io.vtmonitor.bytecode.calls;

import org.jspecify.annotations.NullMarked;
