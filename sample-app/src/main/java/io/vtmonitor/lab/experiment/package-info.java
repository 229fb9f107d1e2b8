/** The lab's experiments, how they are run, and the page that shows what they measured. */
@NullMarked
package io.vtmonitor.lab.experiment;

import org.jspecify.annotations.NullMarked;
