package io.vtmonitor.lab;

/**
 * One row of the table: the same application on this Java with this driver.
 *
 * @param jdk the Java that runs it
 * @param driver the version of Connector/J
 */
record Variant(Jdk jdk, String driver) {
    /** Name of its folder. */
    String name() {
        return "jdk-" + jdk.feature() + "-connector-j-" + driver;
    }

    String title() {
        return "JDK " + jdk.feature() + ", Connector/J " + driver;
    }
}
