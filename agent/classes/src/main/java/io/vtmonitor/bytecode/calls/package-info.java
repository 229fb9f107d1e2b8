/** What methods call, and which calls do not matter: they wait for no other thread, and request nothing from one. */
@NullMarked
package io.vtmonitor.bytecode.calls;

import org.jspecify.annotations.NullMarked;
