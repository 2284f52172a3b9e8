/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;

/** Takes what is published, and hears of others' changes or not as a test says. */
final class TestChannel implements InvalidationChannel {

    final AtomicBoolean listening = new AtomicBoolean(true);

    /** Published keys; {@code *} for all. */
    final List<String> published = new CopyOnWriteArrayList<>();

    @Override
    public void start(InvalidationListener listener) {}

    @Override
    public void publish(Invalidation change) {
        published.add((change.key() != null) ? change.key() : "*");
    }

    @Override
    public boolean isListening() {
        return listening.get();
    }

    @Override
    public void close() {}
}
