/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.invalidation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/** A key-value server in virtual time, with expiry, answers that take a while, and an earlier state to go back to. */
final class SimulatedServer {

    private static final int REMEMBERED = 20;

    private final Map<String, Document> documents = new HashMap<>();
    private final Deque<Map<String, Document>> history = new ArrayDeque<>();
    private final VirtualTime time;
    private final Random random;
    private long versions;

    SimulatedServer(VirtualTime time, long seed) {
        this.time = time;
        this.random = new Random(seed);
    }

    private record Document(StoredDocument stored, long expiresAt) {}

    /** Somebody writes over a document, or, without a content, removes it. */
    void overwrite(String id, String content) {
        if (content.isEmpty()) {
            documents.remove(id);
        } else {
            var unused = write(id, content.getBytes(StandardCharsets.US_ASCII), L2Store.NO_EXPIRY);
        }
    }

    void flush() {
        documents.clear();
        history.clear();
    }

    /** Goes back by some writes, as a failover to a replica does that had not got them; CAS values included. */
    void rollBack(int writes, boolean countersOnly) {
        Map<String, Document> earlier = Map.of();
        for (int i = 0; i < writes && !history.isEmpty(); i++) {
            earlier = history.removeLast();
        }
        Map<String, Document> state = earlier;
        if (countersOnly) {
            state.forEach((id, document) -> {
                if (document.expiresAt == Long.MAX_VALUE) {
                    documents.put(id, document);
                }
            });
        } else if (!state.isEmpty()) {
            documents.clear();
            documents.putAll(state);
        }
    }

    private @Nullable Document live(String id) {
        Document document = documents.get(id);
        return (document != null && document.expiresAt > time.now()) ? document : null;
    }

    private long write(String id, byte[] content, Duration expiry) {
        history.addLast(new HashMap<>(documents));
        if (history.size() > REMEMBERED) {
            history.removeFirst();
        }
        documents.values().removeIf(document -> document.expiresAt <= time.now());
        long expiresAt = expiry.equals(L2Store.NO_EXPIRY) ? Long.MAX_VALUE : time.now() + expiry.toNanos();
        documents.put(id, new Document(new StoredDocument(content, ++versions), expiresAt));
        return versions;
    }

    /** The connection of one process. */
    final class Client implements L2Store {

        /** Nothing reaches the server. */
        boolean down;
        /** What does not reach it is not refused either. */
        boolean silent;
        /** The next write or count happens, and its answer is lost. */
        boolean loseNextAnswer;
        /** The next change of a document by {@link #immediate()} happens, and its answer is lost. */
        boolean loseNextChange;
        /** The next document is confirmed and not kept. */
        boolean dropNextBatch;
        /** Runs when the next count has happened, instead of its answer. */
        @Nullable
        Runnable insteadOfNextCount;

        int gets;
        int adds;
        int inserts;

        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            gets++;
            return answer(false, timeout, () -> {
                Document document = live(id);
                return (document != null) ? document.stored : null;
            });
        }

        @Override
        public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
            inserts++;
            return answer(true, timeout, () -> {
                if (live(id) != null) {
                    return NO_CAS;
                }
                long cas = write(id, content, expiry);
                if (dropNextBatch) {
                    dropNextBatch = false;
                    documents.remove(id);
                }
                return cas;
            });
        }

        @Override
        public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
            adds++;
            Runnable instead = insteadOfNextCount;
            if (instead != null && delta > 0) {
                insteadOfNextCount = null;
                count(id, delta, initial);
                instead.run();
                return new CompletableFuture<>();
            }
            return answer(true, timeout, () -> count(id, delta, initial));
        }

        private long count(String id, long delta, long initial) {
            Document document = live(id);
            long value = (document != null)
                    ? Long.parseLong(new String(document.stored.content(), StandardCharsets.US_ASCII))
                    : initial;
            write(id, Long.toString(value + delta).getBytes(StandardCharsets.US_ASCII), NO_EXPIRY);
            return value + delta;
        }

        @Override
        public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
            throw new UnsupportedOperationException();
        }

        /** The same connection for documents whose callers wait for the answer, which takes no time. */
        L2Store immediate() {
            return new Immediate(this);
        }

        private <T extends @Nullable Object> CompletableFuture<T> answer(
                boolean write, Duration timeout, Supplier<T> operation) {
            CompletableFuture<T> result = new CompletableFuture<>();
            long there = time.now() + 50_000 + random.nextInt(2_000_000);
            time.at(there, () -> {
                if (down) {
                    long noticed = silent ? there + timeout.toNanos() : there;
                    time.at(noticed, () -> result.completeExceptionally(new IllegalStateException("down")));
                    return;
                }
                T answer = operation.get();
                long back = there + 50_000 + random.nextInt(2_000_000);
                if (write && loseNextAnswer) {
                    loseNextAnswer = false;
                    time.at(there + timeout.toNanos(), () -> result.completeExceptionally(new TimeoutException()));
                } else {
                    time.at(back, () -> result.complete(answer));
                }
            });
            return result;
        }
    }

    /** Answers at once, or fails while its connection is down. */
    private final class Immediate implements L2Store {

        private final Client client;

        Immediate(Client client) {
            this.client = client;
        }

        @Override
        public CompletableFuture<@Nullable StoredDocument> get(String id, Duration timeout) {
            return answer(() -> {
                Document document = live(id);
                return (document != null) ? document.stored : null;
            });
        }

        @Override
        public CompletableFuture<Long> put(String id, byte[] content, Duration expiry, Duration timeout) {
            return changed(() -> write(id, content, expiry));
        }

        @Override
        public CompletableFuture<Long> insert(String id, byte[] content, Duration expiry, Duration timeout) {
            return changed(() -> (live(id) == null) ? write(id, content, expiry) : NO_CAS);
        }

        @Override
        public CompletableFuture<Long> replace(String id, byte[] content, Duration expiry, long cas, Duration timeout) {
            return changed(() -> {
                Document document = live(id);
                return (document != null && document.stored.cas() == cas) ? write(id, content, expiry) : NO_CAS;
            });
        }

        @Override
        public CompletableFuture<Long> add(String id, long delta, long initial, Duration timeout) {
            return changed(() -> client.count(id, delta, initial));
        }

        /** What happens, and is perhaps not confirmed. */
        private CompletableFuture<Long> changed(Supplier<Long> operation) {
            if (!client.down && client.loseNextChange) {
                client.loseNextChange = false;
                operation.get();
                return CompletableFuture.failedFuture(new TimeoutException());
            }
            return answer(operation);
        }

        private <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> operation) {
            return client.down
                    ? CompletableFuture.failedFuture(new IllegalStateException("down"))
                    : CompletableFuture.completedFuture(operation.get());
        }
    }
}
