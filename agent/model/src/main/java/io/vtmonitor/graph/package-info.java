/**
 * The wait-for graph: threads, the things that they wait for, and the threads that have these. Only data; sentences are
 * made elsewhere.
 */
@NullMarked
package io.vtmonitor.graph;

import org.jspecify.annotations.NullMarked;
