package io.vtmonitor.unpin.lock;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Left out of exceptions' stack traces, which so keep the shape they have without us. In {@code java.base} it becomes
 * {@code jdk.internal.vm.annotation.Hidden}; elsewhere it does nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Hidden {}
