package io.vtmonitor.unpin.plan;

import io.vtmonitor.unpin.flow.Escapes;
import io.vtmonitor.unpin.flow.FieldUse;
import io.vtmonitor.unpin.flow.LockedMembers;
import io.vtmonitor.unpin.flow.Names;
import io.vtmonitor.unpin.flow.SymbolicValue;
import io.vtmonitor.unpin.plan.Assumptions.Assumption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a value in the code of a matched class is an object that nobody locks by its monitor only: an object
 * of a matched class, or one that matched code created and whose class locks none of its own objects. Any other code
 * that gets such an object takes its monitor and its lock, unless its static type excludes the object.
 */
final class OwnObjects {
    private final LoaderHierarchy classes;
    private final Assumptions assumptions;

    OwnObjects(LoaderHierarchy classes, Assumptions assumptions) {
        this.classes = classes;
        this.assumptions = assumptions;
    }

    /** What may be in a field: only own objects, and which class's code put them there. */
    boolean areInField(FieldUse use) {
        Question question = new Question();
        return areInField(use, question) && areMade(question);
    }

    /** What a method of a matched type gives. */
    boolean areResult(String owner, String method) {
        Question question = new Question();
        return areResult(owner, method, question) && areMade(question);
    }

    /** What met where several ways come together. */
    boolean areAll(Set<SymbolicValue> values) {
        Question question = new Question();
        return areAllOwn(values, question) && areMade(question);
    }

    /** Objects of a matched interface. */
    boolean implement(String type) {
        return classes.isRewritten(type) && assumptions.make(new Assumption(type, ""));
    }

    /** What is on its way to an answer. */
    private static final class Question {
        /** Fields and methods that are being looked into: the answer for them is that of the others. */
        private final Set<String> open = new HashSet<>();

        private final Set<Assumption> needed = new HashSet<>();
    }

    private boolean areMade(Question question) {
        return question.needed.stream().allMatch(assumptions::make);
    }

    /** Whether a class that implements or extends the type breaks what is relied upon, and how; null if it does not. */
    @Nullable
    String broken(Assumption assumption, String name) {
        if (assumption.method().isEmpty()) {
            LoaderHierarchy.Objects objects = classes.objects(name);
            return objects.selfLocking() && !objects.unread()
                    ? "objects of " + Names.dotted(name) + ": " + objects.why() + ", by the monitor"
                    : null;
        }
        return doesGiveOwn(assumption, name)
                ? null
                : Names.dotted(name) + "."
                        + assumption.method().substring(0, assumption.method().indexOf('('))
                        + "() may give an object that others lock by the monitor";
    }

    /** The method may be that of a superclass which does not know the type, and no class below the type declares it. */
    private boolean doesGiveOwn(Assumption assumption, String name) {
        LockedMembers.Returned returned = classes.members().method(name, assumption.method());
        if (returned == null) {
            return false;
        }
        if (returned.isAbstract()) { // of an interface: a lambda's class is never asked
            return !classes.isInterface(name) || !classes.members().mayBeLambda(name);
        }
        if (!returned.declaredIn().equals(name)
                && classes.supertypes(returned.declaredIn(), assumption.type()::equals)) {
            return true; // was asked itself
        }
        Question question = new Question();
        return areOwn(returned, question) && areMade(question);
    }

    private boolean areInField(FieldUse use, Question question) {
        List<FieldUse.Store> stores = use.stores();
        if (stores == null
                || stores.isEmpty()
                || !classes.isRewritten(use.declaredIn())
                || use.handedTo().stream().anyMatch(classes::mayLockWhatItGets)) {
            return false;
        }
        for (FieldUse.Store store : stores) {
            if (!isOwn(store.value(), question)) {
                return false;
            }
        }
        return true;
    }

    private boolean areResult(String owner, String method, Question question) {
        if (!classes.isRewritten(owner) || Escapes.isLoadingLock(method)) {
            return false;
        }
        if (!question.open.add(owner + '.' + method)) {
            return true; // asked for already, further out: what it gives is decided there
        }
        LockedMembers.Returned returned = classes.members().method(owner, method);
        if (returned == null || !(returned.isAbstract() || areOwn(returned, question))) {
            return false;
        }
        if (returned.isAbstract() && classes.members().mayBeLambda(owner)) {
            return false;
        }
        if (returned.overridable()) {
            question.needed.add(new Assumption(owner, method));
        }
        return true;
    }

    private boolean areOwn(LockedMembers.Returned returned, Question question) {
        List<SymbolicValue> values = returned.values();
        if (values == null || !classes.isRewritten(returned.declaredIn())) {
            return false;
        }
        for (SymbolicValue value : values) {
            if (!isOwn(value, question)) {
                return false;
            }
        }
        return true;
    }

    private boolean isOwn(SymbolicValue value, Question question) {
        String type = value.type();
        return switch (value.kind()) {
            case NULL -> true;
            case STRING, CLASS -> false;
            case NEW -> isMade(String.valueOf(type));
            case THIS -> isOwnThis(String.valueOf(type), question);
            default ->
                isOfMatched(type, question)
                        || switch (value.kind()) {
                            case FIELD -> isFieldOwn(value, question);
                            case RESULT -> areResult(value.owner(), value.name(), question);
                            case OTHER -> areAllOwn(value.among(), question);
                            default -> false;
                        };
        };
    }

    /** In a default method, {@code this} may be of any class that implements the interface. */
    private boolean isOwnThis(String type, Question question) {
        if (classes.isInterface(type)) {
            question.needed.add(new Assumption(type, ""));
        }
        return classes.objects(type).ours() && !isHandedToNatives(type);
    }

    private boolean areAllOwn(Set<SymbolicValue> values, Question question) {
        for (SymbolicValue value : values) {
            if (!isOwn(value, question)) {
                return false;
            }
        }
        return !values.isEmpty();
    }

    private boolean isFieldOwn(SymbolicValue value, Question question) {
        if (!question.open.add(SymbolicValue.fieldMark(value.owner(), value.name()))) {
            return true;
        }
        FieldUse use = classes.members().field(value.owner(), value.name());
        return use != null && areInField(use, question);
    }

    private boolean isMade(String type) {
        return type.startsWith("[")
                || ((classes.kind(type, true) == ObjectKind.OURS || classes.kind(type, true) == ObjectKind.NEUTRAL)
                        && !isHandedToNatives(type));
    }

    private boolean isHandedToNatives(String type) {
        return classes.members().handsToNatives(type) != null;
    }

    private boolean isOfMatched(@Nullable String type, Question question) {
        if (type == null || type.startsWith("[") || type.equals("java/lang/Object")) {
            return false;
        }
        if (!classes.isInterface(type)) {
            return classes.kind(type, false) == ObjectKind.OURS && !isHandedToNatives(type);
        }
        if (classes.isRewritten(type)) {
            question.needed.add(new Assumption(type, ""));
            return true;
        }
        return false;
    }
}
