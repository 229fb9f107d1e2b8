/**
 * Tiny programs, one for each way to pin a virtual thread and one for each cure. They know nothing of vt-monitor and
 * need the class path of the compiled tests alone; {@link io.vtmonitor.scenario.Scenario} says how to talk to them.
 */
package io.vtmonitor.scenario;
