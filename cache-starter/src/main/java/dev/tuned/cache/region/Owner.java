/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.region;

/**
 * The reads of one thread that run inside each other, by their number. A read begins before it claims a load and ends in
 * every case, by a mere assignment, also where the stack is used up. So a load whose read has ended without a result is known
 * to be abandoned, although nothing could be done for it any more. Changed by its thread alone; read by all.
 */
public final class Owner {

    /** Reads inside each other in which concurrent misses of annotated methods make one call. */
    private static final int MAX_SHARED = 8;

    /** Calls that take more stack than keeping a value: about 8 KB when compiled, 25 KB when interpreted. */
    private static final int ROOM = 300;

    /** Whether any thread was ever in more: till then no thread has to ask for its own. */
    private static volatile boolean anyDeep;

    private static final ThreadLocal<Owner> CURRENT = ThreadLocal.withInitial(Owner::new);

    /** Reads that run; assigned without a call at the end of each. */
    volatile int depth;

    private Owner() {}

    /** That of this thread. */
    static Owner current() {
        return CURRENT.get();
    }

    /**
     * That of this thread, before a read begins.
     *
     * @throws StackOverflowError if there is too little {@linkplain #requireRoom() room} for it
     */
    static Owner beginning() {
        requireRoom();
        Owner owner = current();
        if (owner.depth == MAX_SHARED && !anyDeep) {
            anyDeep = true;
        }
        return owner;
    }

    /**
     * Fails within nested reads, before anything is changed, where the stack may end inside a step of a map or of Caffeine, which
     * would leave it halfway, so that the next one waited for ever.
     *
     * @throws StackOverflowError if there is too little room
     */
    static void requireRoom() {
        if (CURRENT.get().depth > 0) {
            descend(ROOM);
        }
    }

    private static int descend(int calls) {
        return (calls == 0) ? 0 : 1 + descend(calls - 1);
    }

    /**
     * Whether reads are nested so deeply on this thread that the next one should use no more stack than Spring's own: a
     * method that calls itself gets about as deep as without the starter.
     */
    public static boolean isDeep() {
        return anyDeep && CURRENT.get().depth > MAX_SHARED;
    }
}
