/** What is said of threads that wait, stall or compute, and of the pools, locks and requests they wait for. */
package io.vtmonitor.process.waits;
