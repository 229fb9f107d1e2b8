package io.vtmonitor.unpin.lock;

/** In {@code java.base} it becomes {@code jdk.internal.vm.ContinuationScope}. */
final class ContinuationScope {}
