/** Programs whose monitors {@code unpin} rewrites: they behave as before. */
package io.vtmonitor.process.unpin;
