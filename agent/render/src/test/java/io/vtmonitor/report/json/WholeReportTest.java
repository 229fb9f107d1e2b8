package io.vtmonitor.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.report.Report;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WholeReportTest {
    @Test
    void whatever_may_be_null_in_a_report_may_be_absent_in_its_json() {
        Set<String> nullable = new TreeSet<>();
        collect(Report.class, nullable, new HashSet<>());

        assertThat(nullable).contains("waitsFor", "owner", "jvmStart");
        assertThat(WholeReport.OPTIONAL).containsAll(nullable);
    }

    private static void collect(Class<?> type, Set<String> nullable, Set<Class<?>> seen) {
        if (type.isRecord() && seen.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                AnnotatedType annotated = component.getAnnotatedType();
                if (annotated.isAnnotationPresent(Nullable.class)) {
                    nullable.add(WholeReport.name(type, component));
                }
                collect(component.getType(), nullable, seen);
                if (annotated instanceof AnnotatedParameterizedType list) {
                    for (AnnotatedType argument : list.getAnnotatedActualTypeArguments()) {
                        if (argument.getType() instanceof Class<?> element) {
                            collect(element, nullable, seen);
                        }
                    }
                }
            }
        }
    }
}
