/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.invalidation.InvalidationChannel;
import dev.tuned.cache.invalidation.InvalidationListener;

import static java.util.Objects.requireNonNull;

/** Connects instances in one JVM: delivers each change at once to all but its sender. */
final class ChangeBus {

    private final List<Line> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger published = new AtomicInteger();

    /** How many changes were reported. */
    int published() {
        return published.get();
    }

    /** The end of one instance. */
    InvalidationChannel line() {
        return new Line();
    }

    private final class Line implements InvalidationChannel {

        private @Nullable InvalidationListener listener;

        @Override
        public void start(InvalidationListener started) {
            listener = started;
            lines.add(this);
        }

        @Override
        public void publish(Invalidation change) {
            published.incrementAndGet();
            lines.stream()
                    .filter(line -> line != this)
                    .forEach(line -> requireNonNull(line.listener).invalidated(change));
        }

        @Override
        public void close() {
            lines.remove(this);
        }
    }
}
