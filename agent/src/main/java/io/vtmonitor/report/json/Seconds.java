package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.Converter;

/** Times, which are whole nanoseconds in records and seconds in JSON: {@code pinnedNanos} is {@code pinnedSeconds}. */
public final class Seconds {
    private Seconds() {}

    /** Writes and reads records so; what is null is left out. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .annotationIntrospector(new Times())
                .propertyNamingStrategy(new Names())
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL));
    }

    /** The field of a record's component. */
    static String field(String component) {
        return component.equals("nanos") ? "seconds" : component.replaceFirst("Nanos$", "Seconds");
    }

    /** The name of every time. */
    private static final class Names extends PropertyNamingStrategies.NamingBase {
        @Override
        protected String translate(String component) {
            return field(component);
        }
    }

    /** Finds the times by their names. */
    private static final class Times extends JacksonAnnotationIntrospector {
        @Override
        public @Nullable Object findSerializationConverter(MapperConfig<?> config, Annotated written) {
            return isTime(written) ? new Written() : super.findSerializationConverter(config, written);
        }

        @Override
        public @Nullable Object findDeserializationConverter(MapperConfig<?> config, Annotated read) {
            return isTime(read)
                    ? new Read(read.getRawType().isPrimitive() ? double.class : Double.class)
                    : super.findDeserializationConverter(config, read);
        }

        private static boolean isTime(Annotated annotated) {
            if (!(annotated instanceof AnnotatedMember member)
                    || !member.getDeclaringClass().isRecord()) {
                return false;
            }
            String name = member instanceof AnnotatedParameter parameter
                    ? member.getDeclaringClass()
                            .getRecordComponents()[parameter.getIndex()]
                            .getName()
                    : member.getName();
            return !field(name).equals(name);
        }
    }

    private static final class Written implements Converter<Long, Double> {
        @Override
        public Double convert(SerializationContext context, Long nanos) {
            return nanos / 1e9;
        }

        @Override
        public Double convert(DeserializationContext context, Long nanos) {
            return nanos / 1e9;
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(long.class);
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return types.constructType(double.class);
        }
    }

    /** @param type of what is read: a primitive one may not be absent */
    private record Read(Class<?> type) implements Converter<Double, Long> {
        @Override
        public Long convert(DeserializationContext context, Double seconds) {
            double nanos = seconds * 1e9;
            if (!(Math.abs(nanos) < Long.MAX_VALUE)) {
                context.reportInputMismatch(Long.class, "%s seconds are no time", seconds);
            }
            return Math.round(nanos);
        }

        @Override
        public Long convert(SerializationContext context, Double seconds) {
            return Math.round(seconds * 1e9);
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(type);
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return types.constructType(Long.class);
        }
    }
}
