/** The watch over the scheduler, its parts one by one; stalls of real programs are in {@code process}. */
package io.vtmonitor.scheduler;
