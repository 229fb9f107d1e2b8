/** From a blocked stack to the frames that keep the carrier. */
@NullMarked
package io.vtmonitor.holders;

import org.jspecify.annotations.NullMarked;
