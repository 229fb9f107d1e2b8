/**
 * Programs that stand still, of known truth, each run by {@code .ci/truth/standstills}: who waits for whom has to be
 * said alike live, from thread dumps, and from heap dumps. The script has the truth of each.
 */
@NullMarked
package io.vtmonitor.standstill;

import org.jspecify.annotations.NullMarked;
