/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

/**
 * Carries notifications between the instances of an application. A bean of this type is used in the place of Redis or Couchbase: for a broker
 * that is there anyway.
 *
 * <p>What {@link #publish} took is delivered to the {@link Receiver} of every instance that is started, in any order, once or more often; to
 * the sender's own as well, or not. Where that may not have held, {@link Receiver#mayHaveMissed} is called: a channel may lose a message, but
 * not silently. It is thread-safe; the bean's owner ends what it uses after {@link #stop}.
 */
public interface InvalidationChannel {

    /** Begins to deliver, in the background: neither waits for the broker nor fails because it is away. Called once before each stop. */
    void start(Receiver receiver);

    /** Delivers nothing more. It may be started again. */
    void stop();

    /**
     * Hands a message to the broker, and returns when that has it. It is given up after some hundred milliseconds by who called.
     *
     * @param message at most a few kilobytes; must not be changed
     * @throws RuntimeException if the broker did not take it; it may have
     */
    void publish(byte[] message);

    /** Who is notified. Its methods are called by one thread at a time and return soon. */
    interface Receiver {

        /** A message has arrived. */
        void received(byte[] message);

        /**
         * All has arrived that was published before a time. To be called every second or so: near caches serve no entry that is older than
         * {@code tuned.cache.unconnected-ttl} if the last time is 3 s ago.
         *
         * @param nanoTime of {@link System#nanoTime}: for instance when this channel sent a message to itself that has just come back
         */
        void upToDate(long nanoTime);

        /** Messages may be missing that were published before now: after a lost connection, for instance, and when a subscription begins. */
        void mayHaveMissed();
    }
}
