/** Programs that stall, each in one named way, and healthy ones that look as if they did. */
package io.vtmonitor.stall;
