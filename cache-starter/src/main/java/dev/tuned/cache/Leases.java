/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;

/**
 * Single flight across processes: who can insert the lease of a key loads it, the others look for its value until the
 * lease's time is over and then load themselves. Where L2 does not answer everybody loads at once. Thread-safe.
 */
final class Leases {

    private static final long FIRST_PAUSE = 10;
    private static final long LONGEST_PAUSE = 100;

    private final L2Store store;
    private final DocumentReader reader;
    private final Ticker ticker;
    private final byte[] node;
    private final long lease;
    private final Duration expiry;
    private final Duration timeout;

    /**
     * Creates the leases of one region.
     *
     * @param node names this process to people who look into the documents
     */
    Leases(RegionSettings settings, L2Store store, DocumentReader reader, Ticker ticker, String node) {
        this.store = store;
        this.reader = reader;
        this.ticker = ticker;
        this.node = ('"' + node + '"').getBytes(StandardCharsets.UTF_8);
        this.lease = settings.singleFlight().lease().toNanos();
        // Couchbase counts in whole seconds.
        this.expiry = Duration.ofSeconds(-Math.floorDiv(-lease, TimeUnit.SECONDS.toNanos(1)));
        this.timeout = settings.remote().hardTimeout();
    }

    /**
     * Waits for a value or the right to load one. Completes on a thread that may be used for a moment, no later than
     * the lease's time and one operation.
     *
     * @param id the lease's document
     * @param basis the read that did not find a value
     * @param again reads the key once more
     */
    CompletableFuture<Turn> turn(String id, RemoteRead basis, Supplier<CompletableFuture<RemoteRead>> again) {
        return new Wait(id, again).round(basis, FIRST_PAUSE);
    }

    private final class Wait {

        private final long start = ticker.read();
        private final String id;
        private final Supplier<CompletableFuture<RemoteRead>> again;

        private Wait(String id, Supplier<CompletableFuture<RemoteRead>> again) {
            this.id = id;
            this.again = again;
        }

        CompletableFuture<Turn> round(RemoteRead last, long pause) {
            return store.insert(id, node, expiry, timeout)
                    .<@Nullable Long>handle((cas, error) -> (error == null) ? cas : null)
                    .thenCompose(cas -> (cas == null)
                            ? CompletableFuture.completedFuture(Turn.load(last))
                            : again.get().thenComposeAsync(read -> look(cas, last, read, pause)));
        }

        /** Also who got the lease looks again: the one before may have stored the value a moment ago. */
        private CompletableFuture<Turn> look(long cas, RemoteRead last, RemoteRead read, long pause) {
            boolean mine = cas != L2Store.NO_CAS;
            Hit hit = (read.cas() != last.cas()) ? reader.decode(read) : null;
            if (hit != null) {
                if (mine) {
                    end(cas);
                }
                return CompletableFuture.completedFuture(Turn.taken(hit, read));
            }
            if (mine) {
                return CompletableFuture.completedFuture(new Turn(null, read, () -> end(cas)));
            }
            if (read.outcome() == Outcome.UNAVAILABLE || ticker.read() - start >= lease) {
                return CompletableFuture.completedFuture(Turn.load(read));
            }
            return CompletableFuture.completedFuture(read)
                    .thenComposeAsync(
                            basis -> round(basis, Math.min(2 * pause, LONGEST_PAUSE)),
                            CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS));
        }

        /** By its CAS: the lease may have expired, and be another's by now. */
        private void end(long cas) {
            var unused = store.remove(id, cas, timeout);
        }
    }
}
