/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.Invalidation;
import dev.tuned.cache.remote.PendingRemovals.Change;
import dev.tuned.cache.remote.RemoteRead.Outcome;
import dev.tuned.cache.store.FailureKind;
import dev.tuned.cache.store.Failures;
import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.value.NotStorableException;
import dev.tuned.cache.value.OtherShapeException;
import dev.tuned.cache.value.TooLargeException;
import dev.tuned.cache.value.ValueCodec;

/**
 * L2 of one region. No method blocks or throws and no future fails: what L2 cannot do is {@link Outcome#UNAVAILABLE},
 * {@code NO_CAS} or {@code false}. Futures may complete on a thread of the store's client. Thread-safe.
 */
public final class RemoteCache {

    private static final Duration MIN_EXPIRY = Duration.ofSeconds(1);

    private final String region;
    private final RegionSettings settings;
    private final RemoteContext context;
    private final L2Store store;
    private final Duration timeout;
    private final @Nullable ValueCodec codec;
    private final DocumentIds ids;
    private final PendingRemovals changes;
    private final Generation generation;
    private final RegionWarnings warnings;

    /**
     * A value ready to be written. Its bytes are taken from the budget until it has been written, or will not be.
     *
     * @param content the document
     * @param expiry its expiry
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Draft(byte[] content, Duration expiry) {}

    /**
     * Creates it without asking the store for anything.
     *
     * @param context what all regions have in common
     * @param codec writes and reads the region's values; {@code null} where they have no type
     */
    public RemoteCache(String region, RegionSettings settings, RemoteContext context, @Nullable ValueCodec codec) {
        this.region = region;
        this.settings = settings;
        this.context = context;
        this.store = context.store();
        this.timeout = settings.getL2().getHardTimeout();
        this.codec = codec;
        this.ids = new DocumentIds(context.keyPrefix(), region);
        this.changes = new PendingRemovals(context, this);
        this.generation = new Generation(context, ids.generation(), settings, changes::repeat, this::clearedLate);
        this.warnings = new RegionWarnings(region);
    }

    /** Another process cleared the region: nothing of before is read from now on. */
    public void clearedElsewhere() {
        generation.forget();
    }

    /**
     * Whether values of the region's type can be in L2. If not, it is not read; changes still end what another version of the
     * application has there, and why has been logged.
     */
    public boolean isReadable() {
        NotStorableException refusal = (codec != null) ? codec.refusal() : null;
        if (refusal != null) {
            warnings.unstorable(refusal);
        }
        return codec != null && refusal == null;
    }

    /** Whether the region's values have a type, of which it need not be known yet whether L2 can have them. */
    public boolean isTyped() {
        return codec != null;
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
        long at = context.ticker().read();
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
        if (change != null) {
            return CompletableFuture.completedFuture(unconfirmed(change, at));
        }
        String id = ids.of(number, form);
        return store.get(id, timeout).handle((document, error) -> {
            if (error != null) {
                return RemoteRead.unavailable(id, at);
            }
            return (document != null) ? RemoteRead.found(document, id, at) : RemoteRead.absent(id, at);
        });
    }

    /**
     * A removed key is known to be absent. A value that L2 may not have does not make it absent, and a stale copy of it
     * in L1 may still be served.
     */
    private static RemoteRead unconfirmed(Change change, long at) {
        return change.isRemoval() ? RemoteRead.absent(null, at) : RemoteRead.unavailable(null, at);
    }

    /** The value of what was read; a document that is not JSON of the region's type is a miss. */
    public LookupResult decode(RemoteRead read) {
        if (read.document() == null || codec == null) {
            return LookupResult.ABSENT;
        }
        try {
            return LookupResult.of(codec.decode(read.document().content()));
        } catch (OtherShapeException ex) {
            warnings.otherShape();
        } catch (Throwable ex) {
            warnings.undecodable(ex);
        }
        return LookupResult.ABSENT;
    }

    /** The document for a value, or {@code null} if the value cannot be in L2, for a reason that has been logged. */
    private @Nullable Draft draft(@Nullable Object value) {
        Duration expiry = (value != null) ? settings.getL2().getTtl() : settings.getNegativeTtl();
        if (codec == null || expiry.compareTo(MIN_EXPIRY) < 0) {
            return null;
        }
        try {
            return new Draft(codec.encode(value, context.budget()), expiry);
        } catch (TooLargeException ex) {
            warnings.tooLarge();
        } catch (Throwable ex) {
            warnings.unstorable(ex);
        }
        return null;
    }

    private void giveBack(Draft draft) {
        context.budget().giveBack(draft.content().length);
    }

    /** Whether a write failed for the size of its value, which is logged. */
    private boolean isTooLarge(Throwable error) {
        boolean tooLarge = store.kind(Failures.cause(error)) == FailureKind.TOO_LARGE;
        if (tooLarge) {
            warnings.tooLarge();
        }
        return tooLarge;
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
        Draft draft = (id != null) ? draft(value) : null;
        if (id == null || draft == null) {
            return CompletableFuture.completedFuture(L2Store.NO_CAS);
        }
        return (mayKeep(key, basis) ? write(id, draft, basis.cas()) : CompletableFuture.completedFuture(L2Store.NO_CAS))
                .exceptionally(error -> {
                    var unused = isTooLarge(error);
                    return L2Store.NO_CAS;
                })
                .whenComplete((cas, error) -> giveBack(draft));
    }

    /** Writes over what was read, if it still stands there. */
    private CompletableFuture<Long> write(String id, Draft draft, long basis) {
        return (basis != L2Store.NO_CAS)
                ? store.replace(id, draft.content(), draft.expiry(), basis, timeout)
                : store.insert(id, draft.content(), draft.expiry(), timeout);
    }

    /** Not after so long that a tombstone may be gone already, and not over a removal that L2 does not have yet. */
    private boolean mayKeep(Object key, RemoteRead basis) {
        String form = KeyCodec.encode(key);
        return context.ticker().read() - basis.at() <= Tombstone.MAX_LOAD.toNanos()
                && form != null
                && changes.of(form) == null;
    }

    /**
     * Writes a value whatever was there; one that cannot be kept in L2 at least removes the previous one.
     *
     * @return the CAS of the document, {@code NO_CAS} if the value is not in L2
     */
    public CompletableFuture<Long> replace(Object key, @Nullable Object value) {
        String form = KeyCodec.encode(key);
        Draft draft = (form != null) ? draft(value) : null;
        if (form == null || draft == null) {
            return remove(key).thenApply(done -> L2Store.NO_CAS);
        }
        Change before = changes.of(form);
        return put(form, draft.content(), draft.expiry())
                .whenComplete((cas, error) -> giveBack(draft))
                .thenApply(cas -> {
                    changes.confirmed(form, before);
                    return cas;
                })
                .exceptionallyCompose(error -> {
                    if (isTooLarge(error)) {
                        return remove(key).thenApply(done -> L2Store.NO_CAS);
                    }
                    changes.failed(form, new Change(false));
                    atRisk("a changed value");
                    return CompletableFuture.completedFuture(L2Store.NO_CAS);
                });
    }

    /**
     * Writes a value unless L2 has one.
     *
     * @return what L2 has; nothing to {@linkplain #decode decode} if it had none, or does not answer
     */
    public CompletableFuture<RemoteRead> putIfAbsent(Object key, @Nullable Object value) {
        RemoteRead put = RemoteRead.absent(null, context.ticker().read());
        if (!isReadable()) {
            return remove(key).thenApply(done -> put);
        }
        return read(key).thenCompose(read -> {
            if (read.outcome() == Outcome.UNAVAILABLE || decode(read).isFound()) {
                return CompletableFuture.completedFuture(read);
            }
            // Refused means that another process was faster: its value counts.
            return keep(key, value, read)
                    .thenCompose(cas -> (cas != L2Store.NO_CAS) ? CompletableFuture.completedFuture(put) : read(key));
        });
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
        return put(form, Tombstone.content(), Tombstone.EXPIRY).handle((cas, error) -> error == null);
    }

    /** Writes a document of the current generation, whatever was there; the future fails if that is not confirmed. */
    private CompletableFuture<Long> put(String form, byte[] content, Duration expiry) {
        return generation
                .current()
                .thenCompose(number -> store.put(ids.of(number, form), content, expiry, timeout)
                        .thenApply(cas -> generation.changed(form, number, cas)));
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
