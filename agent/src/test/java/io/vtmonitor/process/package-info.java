/** Tests of the shipped jar from outside: each starts JVMs of its own and judges what they leave behind. */
package io.vtmonitor.process;
