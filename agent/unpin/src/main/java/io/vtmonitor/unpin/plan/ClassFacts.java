package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.HandedOn;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.UsesMonitors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What of a class matters to those that may lock its objects.
 *
 * @param name internal
 * @param superName internal, null for {@code Object}
 * @param interfaces internal names
 * @param access modifiers
 * @param locksThis the method that locks the object it is called on, null if none does
 * @param refusal why it can't be rewritten, null if it can
 * @param handsItselfTo internal names of classes whose methods it hands itself as a plain {@code Object}
 */
public record ClassFacts(
        String name,
        @Nullable String superName,
        List<String> interfaces,
        int access,
        @Nullable String locksThis,
        @Nullable String refusal,
        Set<String> handsItselfTo) {

    /**
     * What it shows.
     *
     * @param scan null if it has no locking place
     * @param matched whether its objects may be locked by the lock
     */
    public static ClassFacts of(ClassReader reader, @Nullable ClassScan scan, boolean matched) {
        // Object.wait() calls Object.wait(long): that is the caller's wait, not one of its own.
        LockSite own = scan == null || reader.getSuperName() == null ? null : scan.locksThis();
        return new ClassFacts(
                reader.getClassName(),
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                reader.getAccess(),
                own == null ? null : own.place(),
                scan == null ? null : scan.refusal(),
                handsItselfTo(scan != null ? scan.handed() : matched ? HandedOn.of(reader) : List.of()));
    }

    private static Set<String> handsItselfTo(List<HandedOn> handed) {
        Set<String> to = new HashSet<>();
        for (HandedOn one : handed) {
            if (one.itself()) {
                to.add(one.to());
            }
        }
        return Set.copyOf(to);
    }

    static ClassFacts of(byte[] classFile, boolean matched) {
        ClassReader reader = new ClassReader(classFile);
        return of(reader, UsesMonitors.hasMonitors(reader) ? ClassScan.of(reader) : null, matched);
    }

    /** The same class, left alone. */
    ClassFacts refused(String why) {
        return new ClassFacts(name, superName, interfaces, access, locksThis, why, handsItselfTo);
    }

    boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isFinal() {
        return (access & Opcodes.ACC_FINAL) != 0;
    }
}
