package io.vtmonitor.resources;

import io.vtmonitor.waits.PoolKind;
import io.vtmonitor.waits.PoolKind.Action;
import io.vtmonitor.waits.PoolKind.Place;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.OffsetMapping;
import net.bytebuddy.asm.Advice.OffsetMapping.Target;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeInitializer;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.Implementation.Context.FrameGeneration;
import net.bytebuddy.implementation.auxiliary.AuxiliaryType;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Weaves {@link LendingAdvice} into classes of pools when they are loaded or retransformed. It adds no members, and
 * keeps the line numbers of methods. It loads and reads no other class of the application.
 */
final class PoolWeaver implements ClassFileTransformer {
    private final PoolKinds kinds;
    private final BiConsumer<PoolKind, String> leave;
    private final Consumer<PoolKind> late;
    private final Set<String> woven = ConcurrentHashMap.newKeySet();
    private final Map<Action, TypeDescription> advices = new EnumMap<>(Action.class);
    private final ClassFileLocator adviceFiles;

    /**
     * A weaver that has not woven anything yet.
     *
     * @param hooks name of the class that woven code calls
     * @param leave receives a kind that is left alone, and why
     * @param late receives a kind whose pools may have been in use before
     * @throws IOException if our own class files can't be read
     */
    PoolWeaver(PoolKinds kinds, String hooks, BiConsumer<PoolKind, String> leave, Consumer<PoolKind> late)
            throws IOException {
        this.kinds = kinds;
        this.leave = leave;
        this.late = late;
        Map<Action, Class<?>> types = Map.of(
                Action.BORROW, LendingAdvice.Borrow.class,
                Action.WAIT, LendingAdvice.Wait.class,
                Action.LEND, LendingAdvice.Lend.class,
                Action.RETURN, LendingAdvice.Return.class);
        Map<String, byte[]> files = new ConcurrentHashMap<>();
        for (Map.Entry<Action, Class<?>> type : types.entrySet()) {
            advices.put(type.getKey(), TypeDescription.ForLoadedType.of(type.getValue()));
            files.put(type.getValue().getName(), InstalledHooks.calling(type.getValue(), hooks));
        }
        adviceFiles = new ClassFileLocator.Simple(files);
    }

    /** A class is not the known one; the message says what it lacks. */
    private static final class UnknownPoolException extends Exception {
        private static final long serialVersionUID = 1;

        UnknownPoolException(String message) {
            super(message);
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (className == null || loader == null) {
            return null; // a class of the JDK, which is never changed
        }
        List<PoolKind> found = kinds.of(className);
        if (found.isEmpty()) {
            return null;
        }
        String name = className.replace('/', '.');
        try {
            byte[] result = weave(name, classFile, found);
            if (woven.add(name) && redefined != null) {
                found.forEach(late);
            }
            return result;
        } catch (UnknownPoolException e) {
            found.forEach(kind -> leave.accept(kind, String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            found.forEach(kind -> leave.accept(kind, "the change to " + name + " failed: " + e));
        }
        return null;
    }

    /** Whether code was woven into a class of that name. */
    boolean isWoven(Class<?> type) {
        return woven.contains(type.getName());
    }

    boolean isWanted(Class<?> type) {
        return type.getClassLoader() != null
                && !kinds.of(type.getName().replace('.', '/')).isEmpty();
    }

    private byte[] weave(String name, byte[] classFile, List<PoolKind> pools) throws UnknownPoolException {
        ClassFileLocator own = ClassFileLocator.Simple.of(name, classFile);
        TypePool types = new TypePool.Default.WithLazyResolution(
                new TypePool.CacheProvider.Simple(), own, TypePool.Default.ReaderMode.FAST);
        TypeDescription type = types.describe(name).resolve();
        AsmVisitorWrapper.ForDeclaredMethods calls = new AsmVisitorWrapper.ForDeclaredMethods();
        for (PoolKind kind : pools) {
            Set<Action> missing = EnumSet.noneOf(Action.class);
            Set<Action> found = EnumSet.noneOf(Action.class);
            for (Place place : kind.places()) {
                if (!place.className().equals(type.getInternalName())) {
                    continue;
                }
                MethodDescription method = method(type, place);
                if (method != null) {
                    calls = calls.invokable(method::equals, advice(type, kind, place));
                    found.add(place.action());
                } else if (place.certain()) {
                    missing.add(place.action());
                }
            }
            missing.removeAll(found);
            if (!missing.isEmpty()) {
                throw new UnknownPoolException("its " + type.getName() + " has none of the known methods that "
                        + (missing.contains(Action.RETURN) ? "return a resource" : "lend one"));
            }
        }
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassFileVersion version = ClassFileVersion.ofMinorMajor(reader.readInt(4));
        Implementation.Context noNewMembers = Implementation.Context.Disabled.Factory.INSTANCE.make(
                type,
                new AuxiliaryType.NamingStrategy.SuffixingRandom(""),
                TypeInitializer.None.INSTANCE,
                version,
                version,
                version.isAtLeast(ClassFileVersion.JAVA_V6) ? FrameGeneration.GENERATE : FrameGeneration.DISABLED);
        reader.accept(
                calls.wrap(
                        type, writer, noNewMembers, types, type.getDeclaredFields(), type.getDeclaredMethods(), 0, 0),
                0);
        return writer.toByteArray();
    }

    private static @Nullable MethodDescription method(TypeDescription type, Place place) {
        for (MethodDescription method : type.getDeclaredMethods()) {
            if (method.getName().equals(place.method())
                    && method.getDescriptor().startsWith(place.parameters())
                    && !method.isStatic()
                    && !method.isAbstract()
                    && !method.isNative()
                    && !method.isBridge()
                    && (place.action() != Action.BORROW
                            || method.getDescriptor().endsWith(";"))) {
                return method;
            }
        }
        return null;
    }

    private Advice advice(TypeDescription type, PoolKind kind, Place place) throws UnknownPoolException {
        FieldDescription poolField = field(type, place.poolField());
        if (place.poolField() != null && poolField == null) {
            throw new UnknownPoolException(
                    "its " + type.getName() + " has no field " + place.poolField() + ", as in the known releases");
        }
        TypeDescription advice = advices.get(place.action());
        Advice.WithCustomMapping mapping = Advice.withCustomMapping()
                .bind(LendingAdvice.Kind.class, kind.index())
                .bind(LendingAdvice.Pool.class, poolField == null ? thisObject() : value(poolField))
                .bind(LendingAdvice.Key.class, key(type, place))
                .bind(LendingAdvice.Resource.class, argument(place.argument()));
        return mapping.to(advice, adviceFiles);
    }

    private static OffsetMapping thisObject() {
        return (type, method, assigner, arguments, sort) ->
                new Target.ForVariable.ReadOnly(type, Advice.ArgumentHandler.THIS_REFERENCE);
    }

    private static OffsetMapping value(FieldDescription field) {
        return (type, method, assigner, arguments, sort) -> new Target.ForField.ReadOnly(field);
    }

    private static OffsetMapping argument(int index) {
        return (type, method, assigner, arguments, sort) -> {
            ParameterDescription argument = method.getParameters().get(index);
            return new Target.ForVariable.ReadOnly(argument.getType(), arguments.argument(argument.getOffset()));
        };
    }

    /** The route or key; a null value if there is none, or if this version of the class has it elsewhere. */
    private static OffsetMapping key(TypeDescription type, Place place) {
        if (place.argument() >= 0) {
            return argument(place.argument());
        }
        FieldDescription field = field(type, place.keyField());
        return field != null
                ? value(field)
                : (instrumented, method, assigner, arguments, sort) ->
                        new Target.ForDefaultValue.ReadOnly(TypeDescription.ForLoadedType.of(Object.class));
    }

    /** The field, if it is an instance field with a reference. */
    private static @Nullable FieldDescription field(TypeDescription type, @Nullable String name) {
        List<? extends FieldDescription> fields = type.getDeclaredFields();
        for (FieldDescription field : fields) {
            if (field.getName().equals(name)
                    && !field.isStatic()
                    && field.getDescriptor().startsWith("L")) {
                return field;
            }
        }
        return null;
    }
}
