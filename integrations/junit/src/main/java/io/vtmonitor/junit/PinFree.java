package io.vtmonitor.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The annotated test, or each test of the annotated class, fails where a virtual thread pinned its carrier meanwhile.
 * The message names the frame that holds the carrier and what removes it.
 *
 * <p>Pins are recorded from 1 ms on; waits for a monitor and for notify, which pin on JDK 21 to 23, likewise. Classes
 * that are loaded or initialized pin once in the life of a JVM and do not count. A pin counts for a test if it began
 * while the test ran, its {@code @BeforeEach} and {@code @AfterEach} methods included. On Java 17, or without the
 * module {@code jdk.jfr}, the test runs and is then reported as aborted, with the reason: nothing was checked.
 */
@Documented
@Inherited
@ExtendWith(PinFreeExtension.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface PinFree {
    /**
     * How long one pin may last: a number with {@code us}, {@code ms} or {@code s}, such as {@code 20ms}. Empty, the
     * default: no pin is allowed.
     */
    String atMost() default "";

    /** Sites that do not count, as reports write them, with {@code *} for any characters: {@code com.mysql.cj.*}. */
    String[] ignore() default {};
}
