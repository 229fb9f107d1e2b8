/** Virtual threads that pin their carriers, found by the tests: {@link io.vtmonitor.junit.PinFree}. */
@NullMarked
package io.vtmonitor.junit;

import org.jspecify.annotations.NullMarked;
