/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.Thread.State;
import java.util.IdentityHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What some threads do. A virtual thread that waits for its carrier is runnable.
 *
 * @param most how many wait for the object that most of them wait for
 * @param object its class
 */
record ThreadStates(int seen, int waiting, int most, String object) {

    /** Threads whose state is read in one look. */
    private static final int MAX_SAMPLED = 64;

    private static final String MONITOR = "monitor";

    /** A latch is one event for all of them, and gives nothing to one of them alone. */
    private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";

    static ThreadStates at(Stream<Thread> threads) {
        IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();
        int seen = 0;
        int waiting = 0;
        int most = 0;
        String object = "";
        for (Thread thread : threads.limit(MAX_SAMPLED).toList()) {
            State state = thread.getState();
            seen += (state == State.TERMINATED) ? 0 : 1;
            if (state == State.BLOCKED || state == State.WAITING || state == State.TIMED_WAITING) {
                waiting++;
                Object blocker = (state == State.BLOCKED) ? MONITOR : LockSupport.getBlocker(thread);
                String type = (blocker != null) ? blocker.getClass().getName() : LATCH;
                type = (blocker == MONITOR) ? MONITOR : type;
                int same = type.equals(LATCH) ? 0 : objects.merge(blocker, 1, Integer::sum);
                if (same > most) {
                    most = same;
                    object = type;
                }
            }
        }
        return new ThreadStates(seen, waiting, most, object);
    }

    /** Whether one object is what they wait for, so that more threads would wait for it, too. */
    boolean isScarce() {
        return this.most > 1 && this.most * 2 > this.seen;
    }

    String scarce() {
        return "most requests wait for the same " + this.object;
    }
}
