package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.ClassFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One {@link LoaderHierarchy} for each loader that is alive. */
public final class Hierarchies {
    private static final int MOST_LOADERS = 100;

    private final Scope scope;
    private final Set<String> loadedBefore;
    private final LoaderHierarchy jdk;
    private final Assumptions assumptions = new Assumptions();
    private final Map<ClassLoader, LoaderHierarchy> byLoader = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * With nothing read yet.
     *
     * @param loadedBefore internal names of matched classes that can't be changed any more
     */
    public Hierarchies(Scope scope, Set<String> loadedBefore) {
        this.scope = scope;
        this.loadedBefore = Set.copyOf(loadedBefore);
        jdk = make(null, List.of());
    }

    public LoaderHierarchy of(@Nullable ClassLoader loader) {
        if (loader == null) {
            return jdk;
        }
        LoaderHierarchy known = byLoader.get(loader);
        if (known == null) {
            known = make(loader, parents(loader.getParent()));
            LoaderHierarchy other = byLoader.putIfAbsent(loader, known);
            known = other == null ? known : other;
            known.loaders().join(known);
        }
        return known;
    }

    /** For a class that no other can name, be its name that of another one. */
    public LoaderHierarchy ofHidden(@Nullable ClassLoader loader) {
        return make(loader, parents(loader));
    }

    /** The loader and all above it. */
    private List<LoaderHierarchy> parents(@Nullable ClassLoader loader) {
        List<LoaderHierarchy> all = new ArrayList<>();
        for (ClassLoader at = loader; at != null && all.size() < MOST_LOADERS; at = at.getParent()) {
            all.add(of(at));
        }
        all.add(jdk);
        return all;
    }

    private LoaderHierarchy make(@Nullable ClassLoader loader, List<LoaderHierarchy> parents) {
        return new LoaderHierarchy(
                ClassFiles.of(loader), scope, loadedBefore::contains, assumptions, new ConcurrentHashMap<>(), parents);
    }
}
