/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.Thread.State;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
 * @param together what these wait for, in words: more than one where several looks have seen several
 */
record ThreadStates(int threads, int waiting, int waitingAlone, int waitingTogether, Set<String> together) {

    static final ThreadStates NONE = new ThreadStates(0, 0, 0, 0, Set.of());

    /** Threads whose state is read in one look. */
    private static final int MAX_SAMPLED = 64;

    /** Stands for every monitor: Java does not tell for which one a thread waits. */
    private static final Object MONITOR = new Object();

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
                ? new ThreadStates(threads, waiting, alone, 0, Set.of())
                : new ThreadStates(threads, waiting, alone, most.getValue(), Set.of(name(most.getKey())));
    }

    private static String name(Object object) {
        return (object == MONITOR)
                ? "monitors"
                : "the same " + object.getClass().getName();
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
        Set<String> all = new TreeSet<>(together);
        all.addAll(next.together);
        return new ThreadStates(
                threads + next.threads,
                waiting + next.waiting,
                waitingAlone + next.waitingAlone,
                waitingTogether + next.waitingTogether,
                all);
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
        return "most requests wait for " + String.join(" or ", together);
    }
}
