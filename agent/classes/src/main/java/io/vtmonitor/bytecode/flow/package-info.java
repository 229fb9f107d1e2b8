/** What every data flow over a method's values has in common: which values are wide, and where exceptions lead. */
@NullMarked
package io.vtmonitor.bytecode.flow;

import org.jspecify.annotations.NullMarked;
