/**
 * Finds out which threads have the resources that pools lend: the code that is woven into known pools, the bookkeeping
 * of loans, and the looks at threads that hold what others wait for.
 */
@NullMarked
package io.vtmonitor.resources;

import org.jspecify.annotations.NullMarked;
