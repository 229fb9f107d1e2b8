/** Judges what a report says of a real application by another reading of the recording and of the class files. */
@NullMarked
package io.vtmonitor.applications;

import org.jspecify.annotations.NullMarked;
