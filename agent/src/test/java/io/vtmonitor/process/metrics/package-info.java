/** Metrics, as a scraper, a registry and dashboards read them. */
package io.vtmonitor.process.metrics;
