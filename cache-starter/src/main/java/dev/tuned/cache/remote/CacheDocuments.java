/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.CompletableFuture;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.remote.DocumentWriter.Draft;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.remote.UnconfirmedChanges.Change;
import dev.tuned.cache.store.L2Store;

/** L2 of a region that keeps its values in its own documents. Thread-safe. */
final class CacheDocuments implements RemoteLevel {

    private final RegionSettings settings;
    private final DocumentIds ids;
    private final ClearGeneration generation;
    private final UnconfirmedChanges changes;
    private final ChangesSinceGenerationRead recent = new ChangesSinceGenerationRead();
    private final DocumentReader reader;
    private final DocumentWriter writer;
    private final RemoteContext parts;
    private final Ticker ticker;

    CacheDocuments(RegionSettings settings, RemoteContext parts, DocumentReader reader, DocumentWriter writer) {
        this.settings = settings;
        this.parts = parts;
        this.ids = new DocumentIds(parts.keyPrefix(), settings.name(), settings.schemaVersion());
        this.generation = new ClearGeneration(
                parts.store(), ids.generation(), settings, Ticker.systemTicker(), parts.scheduler(), new Counted());
        this.changes = new UnconfirmedChanges(parts.scheduler(), new Repeated());
        this.reader = reader;
        this.writer = writer;
        this.ticker = parts.ticker();
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
        String form = KeyEncoder.encode(key);
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
        // Once more: another generation may have said that a change was made in the one before.
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
    public @Nullable VersionedValue decode(RemoteRead read) {
        return reader.decode(read);
    }

    @Override
    public CompletableFuture<Long> keep(Object key, @Nullable Object value, RemoteRead basis) {
        String id = basis.id();
        // Written as JSON at once: whoever has the value by now may change it.
        Draft draft = (id != null) ? writer.draft(value) : null;
        if (id == null || draft == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        return CompletableFuture.supplyAsync(() -> writer.comesBack(draft), parts.behind())
                .thenCompose(same -> same && mayKeep(key, basis)
                        ? writer.write(id, draft, basis.cas())
                        : CompletableFuture.completedFuture(L2Store.NO_CAS))
                .exceptionally(error -> {
                    var unused = writer.isTooLarge(error, draft);
                    return L2Store.NO_CAS;
                });
    }

    /** Not after so long that a tombstone may be gone already, and not over a removal that L2 does not have yet. */
    private boolean mayKeep(Object key, RemoteRead basis) {
        String form = KeyEncoder.encode(key);
        return ticker.read() - basis.at() <= Tombstone.LONGEST_LOAD.toNanos()
                && form != null
                && changes.of(form) == null;
    }

    @Override
    public CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        String form = KeyEncoder.encode(key);
        Draft draft = (form != null) ? writer.draft(value) : null;
        if (form == null || draft == null || !writer.comesBack(draft)) {
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
    public CompletableFuture<@Nullable VersionedValue> putIfAbsent(Object key, @Nullable Object value) {
        return read(key).thenCompose(read -> {
            VersionedValue present = decode(read);
            return (present != null || read.outcome() == Outcome.UNAVAILABLE)
                    ? CompletableFuture.completedFuture(present)
                    : keep(key, value, read).thenCompose(cas -> afterInsert(key, cas));
        });
    }

    /** Refused means that another process was faster: its value counts. */
    private CompletableFuture<@Nullable VersionedValue> afterInsert(Object key, long cas) {
        return (cas != L2Store.NO_CAS)
                ? CompletableFuture.completedFuture(null)
                : read(key).thenApply(this::decode);
    }

    @Override
    public CompletableFuture<Boolean> remove(Object key) {
        String form = KeyEncoder.encode(key);
        if (form == null) {
            return CompletableFuture.completedFuture(true);
        }
        Change change = changes.removing(form);
        return writeTombstone(form).thenApply(done -> {
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

    private CompletableFuture<Boolean> writeTombstone(String form) {
        return generation
                .current()
                .thenCompose(number ->
                        writer.writeTombstone(ids.of(number, form)).thenApply(cas -> changed(form, number, cas)))
                .handle((cas, error) -> error == null);
    }

    private long changed(String form, long number, long cas) {
        if (!recent.add(form, number)) {
            generation.forget();
        }
        return cas;
    }

    /** What follows from the region's generation. */
    private final class Counted implements ClearGeneration.Listener {

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
            CacheDocuments.this.clearedLate();
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
            return writeTombstone(key);
        }

        @Override
        public void removed(String key) {
            parts.lateChanges().accept(settings.name(), key);
        }

        @Override
        public void clear() {
            var unused = CacheDocuments.this.clear().thenAccept(done -> {
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
