/** What the build does to the compiled classes; none of it is in the jar. */
@NullMarked
package io.vtmonitor.build;

import org.jspecify.annotations.NullMarked;
