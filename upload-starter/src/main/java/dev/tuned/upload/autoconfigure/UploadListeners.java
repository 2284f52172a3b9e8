/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.tuned.upload.UploadListener;

/** Notifies several listeners. An exception of one is logged, the first time. */
final class UploadListeners implements UploadListener {

    private static final Log log = LogFactory.getLog(UploadListeners.class);

    private final List<UploadListener> listeners;

    private final Set<UploadListener> failed = ConcurrentHashMap.newKeySet();

    UploadListeners(List<UploadListener> listeners) {
        this.listeners = listeners;
    }

    @Override
    public void started(Mode mode) {
        notifyAll(listener -> listener.started(mode));
    }

    @Override
    public void finished(Mode mode, String outcome, long bytes, long nanos) {
        notifyAll(listener -> listener.finished(mode, outcome, bytes, nanos));
    }

    @Override
    public void partStored(boolean inMemory, long bytes) {
        notifyAll(listener -> listener.partStored(inMemory, bytes));
    }

    @Override
    public void partsCounted(int files, int fields) {
        notifyAll(listener -> listener.partsCounted(files, fields));
    }

    private void notifyAll(Consumer<UploadListener> event) {
        for (UploadListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error ex) {
                if (failed.add(listener)) {
                    log.warn("An UploadListener failed; uploads go on, and this is logged once: " + listener, ex);
                }
            }
        }
    }
}
