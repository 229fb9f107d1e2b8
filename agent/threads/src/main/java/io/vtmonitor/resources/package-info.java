/**
 * Who has the resources that pools lend: code woven into borrow and return of known pools, its bookkeeping, and the
 * looks at who keeps what others wait for.
 */
@NullMarked
package io.vtmonitor.resources;

import org.jspecify.annotations.NullMarked;
