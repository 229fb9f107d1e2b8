package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.ClassScan;
import io.vtmonitor.unpin.flow.LockSite;
import io.vtmonitor.unpin.flow.MethodLocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.tree.MethodNode;

/** The decisions about each place of a class that locks. */
public final class ClassPlan {
    private final ClassScan scan;
    private final List<Planned> planned = new ArrayList<>();
    private final List<String> unsound = new ArrayList<>();

    /** A place and what becomes of it. */
    public record Planned(LockSite site, Choice choice) {}

    /**
     * Plans a class.
     *
     * @throws RuntimeException if the class file can't be followed
     */
    public ClassPlan(ClassScan scan, LockPolicy policy) {
        this(scan, policy, any -> true);
    }

    /**
     * Plans some methods of a class. Those it leaves out change nothing for the others: only places of one method can
     * share an exit.
     *
     * @param methods takes their names
     * @throws RuntimeException if the class file can't be followed
     */
    public ClassPlan(ClassScan scan, LockPolicy policy, Predicate<String> methods) {
        this.scan = scan;
        for (LockSite site : scan.sites()) {
            if (methods.test(site.method())) {
                planned.add(new Planned(site, choose(site, policy)));
            }
        }
        while (makeAlike()) {
            // until nothing changes
        }
    }

    /**
     * A class that is left alone does about objects of others what one outside the pattern does, except that it never
     * lets go of their monitors: what it is left alone for may need them.
     */
    private Choice choose(LockSite site, LockPolicy policy) {
        if (scan.refusal() == null) {
            return policy.choose(scan.node().name, site);
        }
        String why = "the class is left alone: " + scan.refusal();
        Choice choice = policy.outside().choose(scan.node().name, site);
        if (site.form() == LockSite.Form.METHOD || choice.how() == Choice.How.KEEP) {
            return Choice.keep(why);
        }
        if (scan.isOdd(site)) {
            if (site.form() == LockSite.Form.BLOCK) {
                unsound.add(site.place() + " locks " + site.lock().text() + " by the monitor, since it has "
                        + scan.refusal() + "; rewritten code may lock the same by the lock: " + choice.why());
            }
            return Choice.keep(why);
        }
        return Choice.both(why);
    }

    /** Places that don't exclude others that may lock the same object. */
    public List<String> unsound() {
        return unsound;
    }

    public List<Planned> planned() {
        return planned;
    }

    /** Whether a place that locks does not stay as it is. */
    public boolean changesPlaces() {
        return planned.stream().anyMatch(one -> one.choice.how() != Choice.How.KEEP);
    }

    /** Whether anything of the class does not stay as it is. */
    public boolean changesAnything() {
        return scan.reflects() || changesPlaces();
    }

    /** An exit that may belong to several enters has to fit them all: both is what fits always. */
    private boolean makeAlike() {
        for (int i = 0; i < planned.size(); i++) {
            for (int j = 0; j < planned.size(); j++) {
                Planned one = planned.get(i);
                Planned other = planned.get(j);
                boolean differ = one.choice.how() != other.choice.how();
                if (differ && one.choice.how() != Choice.How.BOTH && shareExit(one.site, other.site)) {
                    planned.set(i, new Planned(one.site, Choice.both("it ends where another one ends")));
                    return true;
                }
            }
        }
        return false;
    }

    private boolean shareExit(LockSite one, LockSite other) {
        if (one.form() != LockSite.Form.BLOCK
                || other.form() != LockSite.Form.BLOCK
                || !one.method().equals(other.method())
                || !one.descriptor().equals(other.descriptor())) {
            return false;
        }
        MethodLocks locks = scan.locks(one.method(), one.descriptor());
        return locks != null
                && locks.exits.values().stream()
                        .anyMatch(enters -> enters.containsAll(Set.of(one.index(), other.index())));
    }

    /** The choices of a method's instructions, by index. */
    public Map<Integer, Choice.How> choices(MethodNode method) {
        Map<Integer, Choice.How> choices = new HashMap<>();
        for (Planned one : planned) {
            if (one.site.index() >= 0
                    && one.site.method().equals(method.name)
                    && one.site.descriptor().equals(method.desc)) {
                choices.put(one.site.index(), one.choice.how());
            }
        }
        return choices;
    }

    /** How a method locks that is to lose its flag; keep if it has none, or is not to. */
    public Choice.How flag(MethodNode method) {
        for (Planned one : planned) {
            if (one.site.form() == LockSite.Form.METHOD && one.site.isIn(method.name, method.desc)) {
                return one.choice.how();
            }
        }
        return Choice.How.KEEP;
    }

    public ClassScan scan() {
        return scan;
    }
}
