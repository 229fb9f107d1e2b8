/** The knowledge base, as data, and what to do about a site. */
@NullMarked
package io.vtmonitor.advice;

import org.jspecify.annotations.NullMarked;
