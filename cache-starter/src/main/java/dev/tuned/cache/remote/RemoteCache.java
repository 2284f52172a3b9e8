/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.util.concurrent.CompletableFuture;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.remote.Documents.Draft;
import dev.tuned.cache.remote.PendingRemovals.Change;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.ValueCodec;

/**
 * L2 of one region. No method blocks or throws and no future fails: what L2 cannot do is {@link Outcome#UNAVAILABLE},
 * {@code NO_CAS} or {@code false}. Futures may complete on a thread of the store's client. Thread-safe.
 */
public final class RemoteCache {

    private final String region;
    private final RegionSettings settings;
    private final DocumentIds ids;
    private final Generation generation;
    private final PendingRemovals changes;
    private final Documents documents;
    private final RegionWarnings warnings;
    private final RemoteContext context;
    private final boolean isTyped;
    private final Ticker ticker;

    /**
     * Creates it without asking the store for anything.
     *
     * @param context what all regions have in common
     * @param codec writes and reads the region's values; {@code null} where they have no type
     */
    public RemoteCache(String region, RegionSettings settings, RemoteContext context, @Nullable ValueCodec codec) {
        this.region = region;
        this.isTyped = codec != null;
        this.settings = settings;
        this.context = context;
        this.ids = new DocumentIds(context.keyPrefix(), region);
        this.changes = new PendingRemovals(context.scheduler(), this);
        this.generation = new Generation(context, ids.generation(), settings, changes::repeat, this::clearedLate);
        this.warnings = new RegionWarnings(region);
        this.documents = new Documents(settings, context.store(), codec, context.budget(), warnings);
        this.ticker = context.ticker();
    }

    /** Another process cleared the region: nothing of before is read from now on. */
    public void clearedElsewhere() {
        generation.forget();
    }

    /**
     * Whether values of the region's type can be in L2. If not, it is not read; changes still end what another version of the
     * application has there.
     */
    public boolean isReadable() {
        return documents.areThere();
    }

    /** Whether the region's values have a type, of which it need not be known yet whether L2 can have them. */
    public boolean isTyped() {
        return isTyped;
    }

    /** Whether changes may have to be repeated, for a clear of another process that has not been seen; that is looked at. */
    public boolean verify() {
        return generation.verify();
    }

    /** Keys of which L2 has not confirmed a change yet. */
    public int unconfirmed() {
        return changes.size();
    }

    /** Looks for the document under a key. */
    public CompletableFuture<RemoteRead> read(Object key) {
        long at = ticker.read();
        String form = KeyCodec.encode(key);
        if (form == null) {
            return CompletableFuture.completedFuture(RemoteRead.absent(null, at));
        }
        Change change = changes.of(form);
        if (change != null) {
            return CompletableFuture.completedFuture(unconfirmed(change, at));
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
                ? CompletableFuture.completedFuture(unconfirmed(change, at))
                : documents.read(ids.of(number, form), at);
    }

    /**
     * A removed key is known to be absent. A value that L2 may not have does not make it absent, and a stale copy of it
     * in L1 may still be served.
     */
    private static RemoteRead unconfirmed(Change change, long at) {
        return change.isRemoval() ? RemoteRead.absent(null, at) : RemoteRead.unavailable(null, at);
    }

    /** The value of what was read, or {@code null}; a document that is not JSON of the region's type is a miss. */
    public @Nullable VersionedValue decode(RemoteRead read) {
        return documents.decode(read);
    }

    /**
     * Keeps a loaded value, if the key has not been written or removed since the read before the load.
     *
     * @param basis the read before the load
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    public CompletableFuture<Long> keep(Object key, @Nullable Object value, RemoteRead basis) {
        String id = basis.id();
        // Written as JSON at once: a caller that has the value by now may change it.
        Draft draft = (id != null) ? documents.draft(value) : null;
        if (id == null || draft == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        return (mayKeep(key, basis)
                        ? documents.write(id, draft, basis.cas())
                        : CompletableFuture.completedFuture(L2Store.NO_CAS))
                .exceptionally(error -> {
                    var unused = documents.isTooLarge(error);
                    return L2Store.NO_CAS;
                })
                .whenComplete((cas, error) -> documents.giveBack(draft));
    }

    /** Not after so long that a tombstone may be gone already, and not over a removal that L2 does not have yet. */
    private boolean mayKeep(Object key, RemoteRead basis) {
        String form = KeyCodec.encode(key);
        return ticker.read() - basis.at() <= Tombstone.MAX_LOAD.toNanos() && form != null && changes.of(form) == null;
    }

    /**
     * Writes a value whatever was there; one that cannot be kept in L2 at least removes the previous one.
     *
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    public CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        String form = KeyCodec.encode(key);
        Draft draft = (form != null) ? documents.draft(value) : null;
        if (form == null || draft == null) {
            return remove(key).thenApply(done -> L2Store.NO_CAS);
        }
        Change before = changes.of(form);
        CompletableFuture<Long> written = generation
                .current()
                .thenCompose(number -> documents
                        .put(ids.of(number, form), draft)
                        .thenApply(cas -> generation.changed(form, number, cas)));
        return written.whenComplete((cas, error) -> documents.giveBack(draft))
                .thenApply(cas -> {
                    changes.confirmed(form, before);
                    return cas;
                })
                .exceptionallyCompose(error -> {
                    if (documents.isTooLarge(error)) {
                        return remove(key).thenApply(done -> L2Store.NO_CAS);
                    }
                    changes.failed(form);
                    atRisk("a changed value");
                    return CompletableFuture.completedFuture(L2Store.NO_CAS);
                });
    }

    /**
     * Writes a value unless L2 has one.
     *
     * @return the value that L2 has or {@code null}; also {@code null} if L2 does not answer
     */
    public CompletableFuture<@Nullable VersionedValue> putIfAbsent(Object key, @Nullable Object value) {
        if (!isReadable()) {
            return remove(key).thenApply(done -> null);
        }
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

    /** Removes a key; the future says whether L2 is known to be without it. */
    public CompletableFuture<Boolean> remove(Object key) {
        String form = KeyCodec.encode(key);
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

    /** Removes every key; the future says whether L2 is known to be without them. */
    public CompletableFuture<Boolean> clear() {
        CompletableFuture<?> advanced = generation.advance();
        changes.clear();
        return advanced.handle((number, error) -> {
            if (error != null) {
                atRisk("a clear");
            }
            return error == null;
        });
    }

    /** Removes a key by its text form; the future says whether that is confirmed. */
    CompletableFuture<Boolean> writeTombstone(String form) {
        return generation
                .current()
                .thenCompose(number -> documents
                        .writeTombstone(ids.of(number, form))
                        .thenApply(cas -> generation.changed(form, number, cas)))
                .handle((cas, error) -> error == null);
    }

    private void clearedLate() {
        context.invalidations().publish(new Invalidation(region, null));
        allConfirmed();
    }

    /** Ends the warning, if L2 has every change. */
    void allConfirmed() {
        if (changes.isEmpty() && generation.isKnown()) {
            warnings.allConfirmed();
        }
    }

    private void atRisk(String operation) {
        warnings.unconfirmed(
                operation, settings.getL2().getTtl().plus(settings.getL1().getTtl()));
    }

    /** The removal of a key got through after all. */
    void removedLate(String form) {
        context.invalidations().publish(new Invalidation(region, form));
    }

    /** Too many keys are not confirmed. */
    void clearInstead() {
        var unused = clear().thenAccept(done -> {
            if (done) {
                clearedLate();
            }
        });
    }
}
