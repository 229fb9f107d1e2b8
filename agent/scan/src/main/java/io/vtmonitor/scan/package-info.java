/** Class files to findings: which code blocks a virtual thread while something keeps its carrier, before it runs. */
@NullMarked
package io.vtmonitor.scan;

import org.jspecify.annotations.NullMarked;
