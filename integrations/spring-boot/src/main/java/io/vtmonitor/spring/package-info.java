/** What the agent sees, in Spring Boot's actuator. */
@NullMarked
package io.vtmonitor.spring;

import org.jspecify.annotations.NullMarked;
