@org.jspecify.annotations.NullMarked
package io.vtmonitor.fleet;
