/** Tests of {@code holders}. */
@NullMarked
package io.vtmonitor.holders;

import org.jspecify.annotations.NullMarked;
