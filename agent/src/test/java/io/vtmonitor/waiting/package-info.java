/** Programs whose virtual threads wait for each other without being pinned, and one whose threads get their turn. */
@NullMarked
package io.vtmonitor.waiting;

import org.jspecify.annotations.NullMarked;
