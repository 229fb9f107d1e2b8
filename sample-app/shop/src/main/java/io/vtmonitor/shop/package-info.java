/** A small shop of the usual weight: what the agent costs a Spring Boot application is measured in it. */
package io.vtmonitor.shop;
