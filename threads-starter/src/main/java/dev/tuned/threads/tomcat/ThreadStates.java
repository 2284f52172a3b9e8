/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.Thread.State;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Numbers of threads by what they wait for.
 *
 * @param threads number of threads
 * @param waiting number of threads that wait for anything
 * @param waitingAlone number of threads that wait for something for which no other one waits, such as an answer or a time
 * @param waitingTogether number of threads that wait for the same object, of the object with the most
 * @param object its class
 */
record ThreadStates(int threads, int waiting, int waitingAlone, int waitingTogether, String object) {

    static final ThreadStates NONE = new ThreadStates(0, 0, 0, 0, "");

    /** Threads whose state is read in one look. */
    private static final int MAX_SAMPLED = 64;

    private static final String MONITOR = "monitor";

    /** A latch is one event for all of its waiting threads: none of them waits for another one. */
    private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";

    private static final String JDK_NETWORK = "sun.nio.ch.";

    /** The JDK's native methods in which a platform thread waits for a socket, and a virtual one gives its carrier away. */
    private static final List<String> SOCKETS = List.of("sun.nio.ch.Net", "sun.nio.ch.SocketDispatcher");

    /** Its sockets do not block. */
    private static final String TOMCAT_NETWORK = "org.apache.tomcat.util.net.";

    /** States of virtual threads: one that waits for its carrier is runnable. */
    static ThreadStates ofVirtual(Stream<Thread> threads) {
        return of(threads.limit(MAX_SAMPLED).toList(), Map.of());
    }

    /** States of a pool's threads. */
    static ThreadStates ofPlatform(Map<Thread, OsThread> threads) {
        return of(threads.keySet().stream().limit(MAX_SAMPLED).toList(), threads);
    }

    private static ThreadStates of(List<Thread> sample, Map<Thread, OsThread> platform) {
        IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();
        int threads = 0;
        int waiting = 0;
        int alone = 0;
        for (Thread thread : sample) {
            State state = thread.getState();
            threads += (state == State.TERMINATED) ? 0 : 1;
            OsThread os = platform.get(thread);
            if (os != null && os.runs()) {
                continue;
            }
            if (state == State.BLOCKED || state == State.WAITING || state == State.TIMED_WAITING) {
                waiting++;
                Object object = (state == State.BLOCKED) ? MONITOR : LockSupport.getBlocker(thread);
                if (object == null || object.getClass().getName().equals(LATCH)) {
                    alone++;
                } else {
                    objects.merge(object, 1, Integer::sum);
                }
            } else if (os != null && state == State.RUNNABLE && waitsForSocket(thread.getStackTrace())) {
                waiting++;
                alone++;
            }
        }
        alone += (int) objects.entrySet().stream()
                .filter(object -> object.getKey() != MONITOR && object.getValue() == 1)
                .count();
        Map.@Nullable Entry<Object, Integer> most =
                objects.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        return (most == null)
                ? new ThreadStates(threads, waiting, alone, 0, "")
                : new ThreadStates(threads, waiting, alone, most.getValue(), name(most.getKey()));
    }

    private static String name(Object object) {
        return (object == MONITOR) ? MONITOR : object.getClass().getName();
    }

    private static boolean waitsForSocket(StackTraceElement[] stack) {
        if (stack.length == 0 || !stack[0].isNativeMethod() || !SOCKETS.contains(stack[0].getClassName())) {
            return false;
        }
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .dropWhile(name -> name.startsWith(JDK_NETWORK))
                .findFirst()
                .filter(caller -> !caller.startsWith(TOMCAT_NETWORK))
                .isPresent();
    }

    ThreadStates plus(ThreadStates next) {
        return new ThreadStates(
                threads + next.threads,
                waiting + next.waiting,
                waitingAlone + next.waitingAlone,
                waitingTogether + next.waitingTogether,
                next.object);
    }

    /** Whether most wait for something of their own, so that more threads would serve more requests. */
    boolean isMostlyAlone() {
        return waitingAlone * 2 > threads;
    }

    /** Whether most wait for the same object, so that more threads would wait for it, too. */
    boolean isScarce() {
        return waitingTogether > 1 && waitingTogether * 2 > threads;
    }

    String scarce() {
        return object.equals(MONITOR) ? "most requests wait for monitors" : "most requests wait for the same " + object;
    }
}
