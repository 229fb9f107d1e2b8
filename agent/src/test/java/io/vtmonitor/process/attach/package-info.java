/** Commands that attach to a running JVM, and what they refuse. */
package io.vtmonitor.process.attach;
