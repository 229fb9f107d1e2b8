/** Pages for a browser, in a real one. */
package io.vtmonitor.process.page;
