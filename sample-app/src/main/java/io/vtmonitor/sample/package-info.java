/**
 * A Spring Boot application as teams write it: web, JDBC, a connection pool, virtual threads. Knows nothing of the
 * agent.
 */
@NullMarked
package io.vtmonitor.sample;

import org.jspecify.annotations.NullMarked;
