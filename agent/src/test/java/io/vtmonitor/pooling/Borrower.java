package io.vtmonitor.pooling;

/** Borrows from a pool. */
interface Borrower {
    /** A resource of the pool; closing it gives it back. */
    AutoCloseable borrow() throws Exception;
}
