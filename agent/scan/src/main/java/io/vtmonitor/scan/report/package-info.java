/** What a scan found, as text, JSON, CSV and SARIF, and what a build is held to. */
@NullMarked
package io.vtmonitor.scan.report;

import org.jspecify.annotations.NullMarked;
