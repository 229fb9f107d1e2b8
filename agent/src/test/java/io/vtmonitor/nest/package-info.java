/** Random nests of frames that keep a carrier and frames that don't, with the answer known by construction. */
@NullMarked
package io.vtmonitor.nest;

import org.jspecify.annotations.NullMarked;
