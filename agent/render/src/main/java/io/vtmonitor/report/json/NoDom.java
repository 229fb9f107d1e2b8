package io.vtmonitor.report.json;

/**
 * Stands in the shaded Jackson for {@code org.w3c.dom.Node} and {@code Document}, whose serializers it looks up by
 * class as it starts: an image without {@code java.xml} has neither, and no report could be written there. We never
 * hand it any.
 */
public final class NoDom {
    private NoDom() {}
}
