/** Who waits for whom: threads, the things they wait for, and who has those. Data only; no sentence is made here. */
@NullMarked
package io.vtmonitor.graph;

import org.jspecify.annotations.NullMarked;
