@NullMarked
package io.vtmonitor;

import org.jspecify.annotations.NullMarked;
