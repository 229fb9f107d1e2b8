package io.vtmonitor.unpin.lock;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * May use the stack's reserved zone (JEP 270), so that a stack overflow does not stop it half-way: it comes when the
 * method has returned. In {@code java.base} it becomes {@code jdk.internal.vm.annotation.ReservedStackAccess};
 * elsewhere it does nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface ReservedStackAccess {}
