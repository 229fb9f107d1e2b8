package io.vtmonitor.unpinned;

/** Stands for a library that locks what it was handed, through a method of its own that does not tell the class. */
class Lender {
    private final Object given;

    Lender(Object given) {
        this.given = given;
    }

    Object lent() {
        return given;
    }

    String use() {
        synchronized (lent()) {
            return "used " + Thread.holdsLock(given);
        }
    }
}
