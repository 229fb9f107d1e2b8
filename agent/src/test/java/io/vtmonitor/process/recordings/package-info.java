/** Recordings that the agent and the command {@code record} leave, and that they say what was said live. */
package io.vtmonitor.process.recordings;
