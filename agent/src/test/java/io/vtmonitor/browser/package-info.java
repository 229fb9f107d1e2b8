/** A real browser for tests. */
@NullMarked
package io.vtmonitor.browser;

import org.jspecify.annotations.NullMarked;
