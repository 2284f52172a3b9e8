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
 * What some threads do.
 *
 * @param waiting how many wait for anything
 * @param own how many wait for something that no other one waits for, such as an answer or a time
 * @param most how many wait for the object that most of them wait for
 * @param object its class
 */
record ThreadStates(int seen, int waiting, int own, int most, String object) {

    static final ThreadStates NONE = new ThreadStates(0, 0, 0, 0, "");

    /** Threads whose state is read in one look. */
    private static final int MAX_SAMPLED = 64;

    private static final String MONITOR = "monitor";

    /** A latch is one event for all of them, and gives nothing to one of them alone. */
    private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";

    private static final String JDK_NETWORK = "sun.nio.ch.";

    /** The JDK's native methods in which a platform thread waits for a socket, and a virtual one gives its carrier away. */
    private static final List<String> SOCKETS = List.of("sun.nio.ch.Net", "sun.nio.ch.SocketDispatcher");

    /** Calls sockets that do not block. */
    private static final String TOMCAT_NETWORK = "org.apache.tomcat.util.net.";

    /** Virtual threads: one that waits for its carrier is runnable. */
    static ThreadStates ofVirtual(Stream<Thread> threads) {
        return of(threads.limit(MAX_SAMPLED).toList(), Map.of());
    }

    /** Threads of a pool. */
    static ThreadStates ofPlatform(Map<Thread, OsThread> threads) {
        return of(threads.keySet().stream().limit(MAX_SAMPLED).toList(), threads);
    }

    private static ThreadStates of(List<Thread> threads, Map<Thread, OsThread> platform) {
        IdentityHashMap<Object, Integer> objects = new IdentityHashMap<>();
        int seen = 0;
        int waiting = 0;
        int own = 0;
        for (Thread thread : threads) {
            State state = thread.getState();
            seen += (state == State.TERMINATED) ? 0 : 1;
            OsThread os = platform.get(thread);
            if (os != null && os.runs()) {
                continue;
            }
            if (state == State.BLOCKED || state == State.WAITING || state == State.TIMED_WAITING) {
                waiting++;
                Object object = (state == State.BLOCKED) ? MONITOR : LockSupport.getBlocker(thread);
                if (object == null || object.getClass().getName().equals(LATCH)) {
                    own++;
                } else {
                    objects.merge(object, 1, Integer::sum);
                }
            } else if (os != null && state == State.RUNNABLE && waitsForSocket(thread.getStackTrace())) {
                waiting++;
                own++;
            }
        }
        own += (int) objects.entrySet().stream()
                .filter(object -> object.getKey() != MONITOR && object.getValue() == 1)
                .count();
        Map.@Nullable Entry<Object, Integer> most =
                objects.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        return (most == null)
                ? new ThreadStates(seen, waiting, own, 0, "")
                : new ThreadStates(seen, waiting, own, most.getValue(), name(most.getKey()));
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
                seen + next.seen, waiting + next.waiting, own + next.own, most + next.most, next.object);
    }

    /** Whether one object is what they wait for, so that more threads would wait for it, too. */
    boolean isScarce() {
        return most > 1 && most * 2 > seen;
    }

    String scarce() {
        return "most requests wait for the same " + object;
    }
}
