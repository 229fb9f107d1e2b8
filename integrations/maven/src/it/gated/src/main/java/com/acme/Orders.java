package com.acme;

/** Loads orders, in a monitor. */
public final class Orders {
    public synchronized void load() throws InterruptedException {
        Thread.sleep(100);
    }
}
