/** Which steps remove which holders, and what each saves. */
@NullMarked
package io.vtmonitor.plan;

import org.jspecify.annotations.NullMarked;
