/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import dev.tuned.upload.UploadListener;

/** Tells several listeners. */
record UploadListeners(List<UploadListener> listeners) implements UploadListener {

    static UploadListener of(List<UploadListener> listeners) {
        return switch (listeners.size()) {
            case 0 -> NONE;
            case 1 -> listeners.get(0);
            default -> new UploadListeners(listeners);
        };
    }

    @Override
    public void started(Tier tier) {
        listeners.forEach(listener -> listener.started(tier));
    }

    @Override
    public void finished(Tier tier, String outcome, long bytes, long nanos) {
        listeners.forEach(listener -> listener.finished(tier, outcome, bytes, nanos));
    }

    @Override
    public void kept(boolean inMemory, long bytes) {
        listeners.forEach(listener -> listener.kept(inMemory, bytes));
    }

    @Override
    public void fellBack() {
        listeners.forEach(UploadListener::fellBack);
    }
}
