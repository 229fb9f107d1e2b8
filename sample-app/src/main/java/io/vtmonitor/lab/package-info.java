/** Runs the sample application on several JDKs and drivers under the agent, and shows the figures beside each other. */
@NullMarked
package io.vtmonitor.lab;

import org.jspecify.annotations.NullMarked;
