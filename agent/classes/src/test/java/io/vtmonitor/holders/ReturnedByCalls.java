package io.vtmonitor.holders;

/** Ways to own the monitor of an object that a call returned. */
final class ReturnedByCalls {
    private ReturnedByCalls() {}

    private static MadeObjects make() {
        return new MadeObjects();
    }

    private static MadeObjects makeTwice() {
        return make().itself();
    }

    private static MadeObjects makeStored() {
        MadeObjects made = new MadeObjects();
        MadeObjects.shared = made;
        return made;
    }

    private static MadeObjects makeOnBranch() {
        return MadeObjects.never ? MadeObjects.ONE : new MadeObjects();
    }

    private static MadeObjects one() {
        return MadeObjects.ONE;
    }

    static void returned() {
        make().method();
    }

    static void returnedTwice() {
        makeTwice().method();
    }

    static void returnedOnBranch() {
        makeOnBranch().method();
    }

    static void passedThrough() {
        new MadeObjects().itself().method();
    }

    static void fieldOfReturned() {
        MadeObjects.in(make().lock);
    }

    static void returnedStored() {
        makeStored().method();
    }

    static void returnedShared() {
        one().itself().method();
    }
}
