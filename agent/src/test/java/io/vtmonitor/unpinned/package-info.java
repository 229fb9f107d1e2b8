/** Programs whose monitors are rewritten. They run in JVMs of their own and say what they saw. */
package io.vtmonitor.unpinned;
