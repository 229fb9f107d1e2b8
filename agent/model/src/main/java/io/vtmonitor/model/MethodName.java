package io.vtmonitor.model;

/**
 * A method as a site names it: without descriptor and line, so that a site outlives a rebuild.
 *
 * @param className binary name with dots
 * @param methodName name as in the class file
 */
public record MethodName(String className, String methodName) {
    @Override
    public String toString() {
        return className + "." + methodName;
    }
}
