/** What methods call, and which calls are of no matter: they wait for nobody, and ask nobody for anything. */
@NullMarked
package io.vtmonitor.bytecode.calls;

import org.jspecify.annotations.NullMarked;
