/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import jakarta.servlet.MultipartConfigElement;

import dev.tuned.upload.UploadListener;
import dev.tuned.upload.storage.UploadStorage;

/** Settings and services that all uploads of an application share. Safe for use by many threads. */
public final class UploadContext {

    private final UploadSettings settings;

    private final UploadStorage storage;

    private final UploadListener listener;

    private final StreamingHandlers handlers;

    /** @param handlers which handlers read the body themselves */
    public UploadContext(
            UploadSettings settings, UploadStorage storage, UploadListener listener, StreamingHandlers handlers) {
        this.settings = settings;
        this.storage = storage;
        this.listener = listener;
        this.handlers = handlers;
    }

    UploadSettings settings() {
        return settings;
    }

    /** Storage of parts. */
    public UploadStorage storage() {
        return storage;
    }

    UploadListener listener() {
        return listener;
    }

    StreamingHandlers handlers() {
        return handlers;
    }

    /** Bytes up to which a file stays in memory. */
    public long threshold(MultipartConfigElement config) {
        return (settings.threshold() < 0) ? config.getFileSizeThreshold() : settings.threshold();
    }
}
