/** Which pins are reported, live and from a recording, with what holds them. */
package io.vtmonitor.process.pins;
