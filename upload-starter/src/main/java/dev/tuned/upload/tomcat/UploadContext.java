/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import jakarta.servlet.MultipartConfigElement;

import dev.tuned.upload.UploadListener;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.storage.UploadStorage;

/** What all uploads of an application share. Safe for use by many threads. */
public final class UploadContext {

    private final UploadSettings settings;

    private final UploadStorage storage;

    private final UploadListener listener;

    private final StreamingHandlers handlers;

    private final LingeringClose lingeringClose;

    /**
     * Makes it.
     *
     * @param handlers which handlers read the body themselves
     * @param lingeringClose what becomes of a body that nobody reads
     */
    public UploadContext(
            UploadSettings settings,
            UploadStorage storage,
            UploadListener listener,
            StreamingHandlers handlers,
            LingeringClose lingeringClose) {
        this.settings = settings;
        this.storage = storage;
        this.listener = listener;
        this.handlers = handlers;
        this.lingeringClose = lingeringClose;
    }

    UploadSettings settings() {
        return settings;
    }

    /** Where parts are kept. */
    public UploadStorage storage() {
        return storage;
    }

    UploadListener listener() {
        return listener;
    }

    StreamingHandlers handlers() {
        return handlers;
    }

    LingeringClose lingeringClose() {
        return lingeringClose;
    }

    /** Bytes up to which a file stays in memory. */
    public long threshold(MultipartConfigElement config) {
        return (settings.threshold() < 0) ? config.getFileSizeThreshold() : settings.threshold();
    }

    /**
     * Bounds of a body.
     *
     * @param parameters that the request has before its body is read
     */
    ParserLimits limits(MultipartConfigElement config, TomcatLimits tomcat, int parameters) {
        return new ParserLimits(
                new Limit(config.getMaxFileSize(), "spring.servlet.multipart.max-file-size"),
                new Limit(config.getMaxRequestSize(), "spring.servlet.multipart.max-request-size"),
                tomcat.text(),
                tomcat.parts(parameters),
                settings.maxFiles(),
                settings.maxFields(),
                tomcat.partHeaders());
    }
}
