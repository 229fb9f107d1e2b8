package io.vtmonitor.gate;

import io.vtmonitor.gate.GateExpression.Subject;
import io.vtmonitor.report.Limit;
import io.vtmonitor.report.LimitKind;
import io.vtmonitor.report.LimitKind.Hides;
import io.vtmonitor.report.Report;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a limit of a report means for a condition that is not met. */
enum LimitEffect {
    /** The condition is kept: the limit hides nothing that it asks for. */
    KEPT,
    /** The limit may hide what the condition asks for: its sentence stands with the verdict. */
    TOLD,
    /** The limit is known to hide what the condition asks for. */
    BLIND;

    private static final Set<Subject> BY_SITE =
            EnumSet.of(Subject.SITE, Subject.LONGEST, Subject.PACKAGE, Subject.NEW, Subject.GREW);
    private static final Set<Subject> BY_HOLDER = EnumSet.of(Subject.PACKAGE, Subject.NEW, Subject.GREW);
    private static final Set<Subject> OF_CAPACITY = EnumSet.of(Subject.LOST, Subject.STARVED);
    private static final Set<Subject> OF_STALLS = EnumSet.of(Subject.STARVED);

    /** The one table. Whether {@code longest} asks for shorter pins than were recorded, the JVMs' thresholds tell. */
    static LimitEffect of(Hides hides, Subject subject) {
        if (subject.isOfWaits()) {
            return KEPT; // limits concern pins; what hides waits is asked for separately
        }
        return switch (hides) {
            case PINS -> BLIND;
            case PERHAPS_PINS, OPEN_PINS, UNKNOWN -> TOLD;
            case SITES -> toldOf(BY_SITE, subject);
            case HOLDERS -> toldOf(BY_HOLDER, subject);
            case CAPACITY -> toldOf(OF_CAPACITY, subject);
            case STALLS -> toldOf(OF_STALLS, subject);
            case SHORT_PINS, FILE_IO, NOTHING -> KEPT;
        };
    }

    /** Kinds that hide, for a part of the time, pins shorter than what they name. */
    static boolean raisesThreshold(LimitKind kind) {
        return kind == LimitKind.PIN_THRESHOLD_RAISED
                || kind == LimitKind.MONITOR_THRESHOLD_RAISED
                || kind == LimitKind.THRESHOLD_HIGHER_FOR_A_WHILE;
    }

    private static LimitEffect toldOf(Set<Subject> subjects, Subject subject) {
        return subjects.contains(subject) ? TOLD : KEPT;
    }

    static List<Limit> blind(GateExpression condition, List<Report> reports) {
        return with(BLIND, condition, reports);
    }

    static List<Limit> limiting(GateExpression condition, List<Report> reports) {
        return with(TOLD, condition, reports);
    }

    private static List<Limit> with(LimitEffect effect, GateExpression condition, List<Report> reports) {
        return reports.stream()
                .flatMap(report -> report.limits().stream())
                .filter(limit -> of(limit.hides(), condition.subject()) == effect)
                .distinct()
                .toList();
    }
}
