/** What virtual threads lost while they served requests: pins and waits, matched with requests by thread and time. */
@NullMarked
package io.vtmonitor.requests;

import org.jspecify.annotations.NullMarked;
