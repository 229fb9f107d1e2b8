package io.vtmonitor.unpin.lock;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Never compiled into its caller: a stack overflow that {@link ReservedStackAccess} puts off comes when the compiled
 * method returns that holds it, which has to be the method itself. In {@code java.base} it becomes
 * {@code jdk.internal.vm.annotation.DontInline}; elsewhere it does nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface DontInline {}
