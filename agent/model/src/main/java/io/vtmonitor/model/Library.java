package io.vtmonitor.model;

import org.jspecify.annotations.Nullable;

/**
 * Where a class came from.
 *
 * @param name artifact name ({@code mysql-connector-j}), {@code jdk}, or the folder's name
 * @param version its version, null if nothing tells
 */
public record Library(String name, @Nullable String version) {
    @Override
    public String toString() {
        return version == null ? name : name + " " + version;
    }
}
