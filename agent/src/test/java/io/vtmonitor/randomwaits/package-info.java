/** Random programs whose threads wait, each with its truth: who waits for what, and who has it. */
@NullMarked
package io.vtmonitor.randomwaits;

import org.jspecify.annotations.NullMarked;
