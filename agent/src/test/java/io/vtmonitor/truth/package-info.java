/**
 * Programs of known truth, one to a class, each run by {@code .ci/truth/same-answer}: what is wrong in them has to be
 * said alike by the agent, its recording and thread dumps. The header of each says what is true.
 */
@NullMarked
package io.vtmonitor.truth;

import org.jspecify.annotations.NullMarked;
