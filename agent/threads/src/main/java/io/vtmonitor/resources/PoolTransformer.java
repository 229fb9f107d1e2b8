package io.vtmonitor.resources;

import io.vtmonitor.resources.Weaver.UnknownPoolException;
import io.vtmonitor.waits.PoolKind;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Weaves into classes of pools as they load, or as they are transformed again. */
final class PoolTransformer implements ClassFileTransformer {
    private final PoolKinds kinds;
    private final Weaver weaver;
    private final BiConsumer<PoolKind, String> leave;
    private final Consumer<PoolKind> late;
    private final Set<String> woven = ConcurrentHashMap.newKeySet();

    /**
     * Weaves nothing yet.
     *
     * @param leave takes a kind that is left alone, and why
     * @param late takes a kind whose pools may have been in use before
     */
    PoolTransformer(PoolKinds kinds, Weaver weaver, BiConsumer<PoolKind, String> leave, Consumer<PoolKind> late) {
        this.late = late;
        this.kinds = kinds;
        this.weaver = weaver;
        this.leave = leave;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String className,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        if (className == null || loader == null) {
            return null; // the JDK's, of which none is changed
        }
        List<PoolKind> found = kinds.of(className);
        boolean inUse = redefined != null && !woven.contains(className);
        byte[] result = null;
        for (PoolKind kind : found) {
            try {
                result = weaver.weave(result == null ? classFile : result, kind);
                woven.add(className);
                if (inUse) {
                    late.accept(kind);
                }
            } catch (UnknownPoolException e) {
                leave.accept(kind, String.valueOf(e.getMessage()));
            } catch (RuntimeException | Error e) {
                leave.accept(kind, "the change to " + className.replace('/', '.') + " failed: " + e);
            }
        }
        return result;
    }

    /** Whether something was woven into classes of that name. */
    boolean isWoven(Class<?> type) {
        return woven.contains(type.getName().replace('.', '/'));
    }

    boolean isWanted(Class<?> type) {
        return type.getClassLoader() != null
                && !kinds.of(type.getName().replace('.', '/')).isEmpty();
    }
}
