/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import org.jspecify.annotations.Nullable;

import dev.tuned.cache.store.L2Store;
import dev.tuned.cache.store.StoredDocument;

/**
 * What one read of L2 saw: the basis on which a value that is loaded afterwards may be kept there.
 *
 * @param outcome what L2 said
 * @param document the document if there is one with a value, which need not be decodable
 * @param cas the version of what stands under the key, a tombstone's too; {@code NO_CAS} where nothing does
 * @param id the key of the document in the generation that was read, or {@code null} where nothing may be kept
 * @param at reading of the ticker before the read
 */
public record RemoteRead(
        Outcome outcome,
        @Nullable StoredDocument document,
        long cas,
        @Nullable String id,
        long at) {

    /** What L2 said. */
    public enum Outcome {
        /** There is a document. */
        FOUND,
        /** There is none, or it says that the key was removed. */
        ABSENT,
        /** L2 did not answer, or did not confirm a change of the key. */
        UNAVAILABLE
    }

    static RemoteRead found(StoredDocument document, String id, long at) {
        return Tombstone.is(document)
                ? new RemoteRead(Outcome.ABSENT, null, document.cas(), id, at)
                : new RemoteRead(Outcome.FOUND, document, document.cas(), id, at);
    }

    public static RemoteRead absent(@Nullable String id, long at) {
        return new RemoteRead(Outcome.ABSENT, null, L2Store.NO_CAS, id, at);
    }

    public static RemoteRead unavailable(@Nullable String id, long at) {
        return new RemoteRead(Outcome.UNAVAILABLE, null, L2Store.NO_CAS, id, at);
    }
}
