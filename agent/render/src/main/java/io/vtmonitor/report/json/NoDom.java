package io.vtmonitor.report.json;

/**
 * Replaces {@code org.w3c.dom.Node} and {@code Document} in the shaded Jackson, which looks for their serializers when
 * it starts. A runtime image without {@code java.xml} has neither class, and could not write a report. We never pass
 * Jackson either.
 */
public final class NoDom {
    private NoDom() {}
}
