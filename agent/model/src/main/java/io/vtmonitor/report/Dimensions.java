package io.vtmonitor.report;

/**
 * The pinned time, divided in several ways.
 *
 * @param culprit by the nearest holder
 * @param library by the library of the nearest holder
 * @param operation by what was waited for
 * @param entry by the outermost application frame
 */
public record Dimensions(Dimension culprit, Dimension library, Dimension operation, Dimension entry) {}
