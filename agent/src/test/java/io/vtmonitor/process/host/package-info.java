/** What the application must not notice of the agent, in good and in hard times, and what it brings into a JVM. */
package io.vtmonitor.process.host;
