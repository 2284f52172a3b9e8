/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.util.concurrent.CompletableFuture;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RemoteRead.Outcome;
import dev.tuned.cache.UnconfirmedChanges.Change;
import dev.tuned.cache.store.L2Store;

/** L2 of a region that keeps its values in documents of its own. Thread-safe. */
final class OwnDocuments implements RemoteTier {

    private final RegionSettings settings;
    private final DocumentIds ids;
    private final Generation generation;
    private final UnconfirmedChanges changes;
    private final RecentChanges recent = new RecentChanges();
    private final DocumentReader reader;
    private final DocumentWriter writer;
    private final @Nullable Leases leases;
    private final RemoteParts parts;
    private final Ticker ticker;

    OwnDocuments(RegionSettings settings, RemoteParts parts, DocumentReader reader, DocumentWriter writer) {
        this.settings = settings;
        this.parts = parts;
        this.ids = new DocumentIds(parts.keyPrefix(), settings.name(), settings.schemaVersion());
        this.generation = new Generation(
                parts.store(), ids.generation(), settings, Ticker.systemTicker(), parts.scheduler(), new Counted());
        this.changes = new UnconfirmedChanges(parts.scheduler(), new Repeated());
        this.reader = reader;
        this.writer = writer;
        this.ticker = parts.ticker();
        this.leases = settings.singleFlight().crossNode()
                ? new Leases(settings, parts.store(), reader, ticker, parts.node())
                : null;
    }

    @Override
    public void start() {
        var unused = generation.current();
    }

    @Override
    public void clearedElsewhere() {
        generation.forget();
    }

    @Override
    public int unconfirmed() {
        return changes.size();
    }

    @Override
    public CompletableFuture<RemoteRead> read(Object key) {
        long at = ticker.read();
        String form = Keys.encode(key);
        if (form == null) {
            return CompletableFuture.completedFuture(RemoteRead.absent(null, at));
        }
        Change change = changes.of(form);
        if (change != null) {
            return CompletableFuture.completedFuture(unbelieved(change, at));
        }
        return generation
                .current()
                .thenCompose(number -> read(form, number, at))
                .exceptionally(error -> RemoteRead.unavailable(null, at));
    }

    private CompletableFuture<RemoteRead> read(String form, long number, long at) {
        // Once more: another generation may have told that a change was made in the one before.
        Change change = changes.of(form);
        return (change != null)
                ? CompletableFuture.completedFuture(unbelieved(change, at))
                : reader.read(ids.of(number, form), at);
    }

    /**
     * A removed key is known to be absent. A value that L2 may not have does not make it absent, and a stale copy of it
     * in L1 may still be served.
     */
    private static RemoteRead unbelieved(Change change, long at) {
        return change.isRemoval() ? RemoteRead.absent(null, at) : RemoteRead.unavailable(null, at);
    }

    @Override
    public @Nullable Hit decode(RemoteRead read) {
        return reader.decode(read);
    }

    @Override
    public CompletableFuture<Turn> turn(Object key, RemoteRead basis) {
        String id = basis.id();
        return (leases == null || id == null || basis.outcome() == Outcome.UNAVAILABLE)
                ? CompletableFuture.completedFuture(Turn.load(basis))
                : leases.turn(ids.lease(id), basis, () -> read(key));
    }

    @Override
    public CompletableFuture<Long> keep(Object key, @Nullable Object value, RemoteRead basis) {
        String id = basis.id();
        DocumentWriter.Draft draft = (id != null && mayKeep(key, basis)) ? writer.draft(value) : null;
        if (id == null || draft == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        return writer.write(id, draft, basis.cas()).exceptionally(error -> {
            var unused = writer.isTooLarge(error, draft);
            return L2Store.NO_CAS;
        });
    }

    /** Not after so long that a tombstone may be gone already, and not over a removal that L2 does not have yet. */
    private boolean mayKeep(Object key, RemoteRead basis) {
        String form = Keys.encode(key);
        return ticker.read() - basis.at() <= Tombstone.LONGEST_LOAD.toNanos()
                && form != null
                && changes.of(form) == null;
    }

    @Override
    public CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        String form = Keys.encode(key);
        DocumentWriter.Draft draft = (form != null) ? writer.draft(value) : null;
        if (form == null || draft == null) {
            return remove(key).thenApply(done -> L2Store.NO_CAS);
        }
        Change before = changes.of(form);
        return generation
                .current()
                .thenCompose(
                        number -> writer.put(ids.of(number, form), draft).thenApply(cas -> changed(form, number, cas)))
                .thenApply(cas -> {
                    changes.confirmed(form, before);
                    return cas;
                })
                .exceptionallyCompose(error -> {
                    if (writer.isTooLarge(error, draft)) {
                        return remove(key).thenApply(done -> L2Store.NO_CAS);
                    }
                    changes.failed(form);
                    atRisk("a changed value");
                    return CompletableFuture.completedFuture(L2Store.NO_CAS);
                });
    }

    @Override
    public CompletableFuture<@Nullable Hit> putIfAbsent(Object key, @Nullable Object value) {
        return read(key).thenCompose(read -> {
            Hit present = decode(read);
            return (present != null || read.outcome() == Outcome.UNAVAILABLE)
                    ? CompletableFuture.completedFuture(present)
                    : keep(key, value, read).thenCompose(cas -> afterInsert(key, cas));
        });
    }

    /** Refused means that another process was faster: its value counts. */
    private CompletableFuture<@Nullable Hit> afterInsert(Object key, long cas) {
        return (cas != L2Store.NO_CAS)
                ? CompletableFuture.completedFuture(null)
                : read(key).thenApply(this::decode);
    }

    @Override
    public CompletableFuture<Boolean> remove(Object key) {
        String form = Keys.encode(key);
        if (form == null) {
            return CompletableFuture.completedFuture(true);
        }
        Change change = changes.removing(form);
        return bury(form).thenApply(done -> {
            if (done) {
                changes.confirmed(form, change);
            } else {
                changes.failed(form, change);
                atRisk("an eviction");
            }
            return done;
        });
    }

    @Override
    public CompletableFuture<Boolean> clear() {
        recent.clear();
        CompletableFuture<?> advanced = generation.advance();
        changes.clear();
        return advanced.handle((number, error) -> {
            if (error != null) {
                atRisk("a clear");
            }
            return error == null;
        });
    }

    private CompletableFuture<Boolean> bury(String form) {
        return generation
                .current()
                .thenCompose(number -> writer.bury(ids.of(number, form)).thenApply(cas -> changed(form, number, cas)))
                .handle((cas, error) -> error == null);
    }

    private long changed(String form, long number, long cas) {
        if (!recent.add(form, number)) {
            generation.forget();
        }
        return cas;
    }

    /** What follows from the region's generation. */
    private final class Counted implements Generation.Listener {

        @Override
        public void reading() {
            recent.reading();
        }

        @Override
        public void read(long count) {
            recent.read(count).forEach(changes::repeat);
        }

        @Override
        public void clearedLate() {
            OwnDocuments.this.clearedLate();
        }
    }

    private void clearedLate() {
        parts.lateChanges().accept(settings.name(), null);
        over();
    }

    private void over() {
        if (changes.isEmpty() && generation.isKnown()) {
            parts.risks().over(settings.name());
        }
    }

    private void atRisk(String operation) {
        parts.risks()
                .staleRisk(
                        settings.name(),
                        operation,
                        settings.remote().ttl().plus(settings.local().ttl()));
    }

    /** What is done later about changes that L2 did not confirm. */
    private final class Repeated implements UnconfirmedChanges.Actions {

        @Override
        public CompletableFuture<Boolean> remove(String key) {
            return bury(key);
        }

        @Override
        public void removed(String key) {
            parts.lateChanges().accept(settings.name(), key);
        }

        @Override
        public void clear() {
            var unused = OwnDocuments.this.clear().thenAccept(done -> {
                if (done) {
                    clearedLate();
                }
            });
        }

        @Override
        public void done() {
            over();
        }
    }
}
