package io.vtmonitor.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.vtmonitor.model.Action;
import io.vtmonitor.model.Change;
import io.vtmonitor.report.ResourcePool;
import io.vtmonitor.report.WaitGroup;
import io.vtmonitor.report.figures.SiteFigures;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.NameTransformer;
import tools.jackson.databind.util.StdConverter;

/**
 * How records become JSON. Times are whole nanoseconds in records and seconds in JSON: {@code pinnedNanos} becomes
 * {@code pinnedSeconds}. The fields of some parts are fields of the record that has the part.
 */
public final class Seconds {
    private static final Set<Class<?>> PARTS = Set.of(
            WaitGroup.Place.class,
            WaitGroup.Count.class,
            ResourcePool.Description.class,
            ResourcePool.Occupancy.class,
            ResourcePool.Usage.class,
            SiteFigures.PinTimes.class,
            SiteFigures.Span.class,
            SiteFigures.AwaitedClass.class);

    private Seconds() {}

    /** A mapper with these rules, for which what to do is text. Fields that are null are left out. */
    public static JsonMapper.Builder mapper() {
        return JsonMapper.builder()
                .annotationIntrospector(new Times())
                .propertyNamingStrategy(new Names())
                .addMixIn(Action.class, ActionInWords.class)
                .addMixIn(Change.class, ChangeInWords.class)
                .changeDefaultPropertyInclusion(
                        inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL));
    }

    /** The field's name of a component. */
    static String field(String component) {
        return component.equals("nanos") ? "seconds" : component.replaceFirst("Nanos$", "Seconds");
    }

    /** Names the fields of times. */
    private static final class Names extends PropertyNamingStrategies.NamingBase {
        @Override
        protected String translate(String component) {
            return field(component);
        }
    }

    /** Recognizes times by their names. */
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

        @Override
        public @Nullable NameTransformer findUnwrappingNameTransformer(MapperConfig<?> config, AnnotatedMember member) {
            return PARTS.contains(member.getRawType())
                    ? NameTransformer.NOP
                    : super.findUnwrappingNameTransformer(config, member);
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

    private static final class Written extends StdConverter<Long, Double> {
        @Override
        public Double convert(Long nanos) {
            return nanos / 1e9;
        }
    }

    private static final class Read extends StdConverter<Double, Long> {
        private final Class<?> type;

        /** @param type the type to read: a primitive one must be present */
        Read(Class<?> type) {
            this.type = type;
        }

        @Override
        public Long convert(DeserializationContext context, Double seconds) {
            if (!(Math.abs(seconds * 1e9) < Long.MAX_VALUE)) {
                context.reportInputMismatch(Long.class, "%s seconds are no time", seconds);
            }
            return convert(seconds);
        }

        @Override
        public Long convert(Double seconds) {
            return Math.round(seconds * 1e9);
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(type);
        }
    }
}
