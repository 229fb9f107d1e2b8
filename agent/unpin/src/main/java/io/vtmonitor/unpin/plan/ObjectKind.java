package io.vtmonitor.unpin.plan;

/** What is known of the objects that a static type allows. */
enum ObjectKind {
    /** All that lock them take the lock. */
    OURS,
    /** Some take the monitor alone. */
    MONITOR,
    /** Their class tells nothing, and locks none of them. */
    NEUTRAL,
    /** There may be classes below of any kind. */
    UNKNOWN
}
