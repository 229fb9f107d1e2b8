/** Programs that the tests start, each with a main method, and what these programs share. */
package io.vtmonitor.process.programs;
