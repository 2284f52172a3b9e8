/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import jakarta.servlet.MultipartConfigElement;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadListener;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.storage.UploadStorage;

/** Settings and services that all uploads of an application share. Safe for use by many threads. */
public final class UploadContext {

    private final UploadSettings settings;

    private final UploadStorage storage;

    private final UploadListener listener;

    private final StreamingHandlers handlers;

    private final @Nullable MultipartConfigElement bootsConfig;

    /**
     * Creates one.
     *
     * @param handlers which handlers read the body themselves
     * @param bootsConfig multipart configuration that Spring Boot made of its properties, or null
     */
    public UploadContext(
            UploadSettings settings,
            UploadStorage storage,
            UploadListener listener,
            StreamingHandlers handlers,
            @Nullable MultipartConfigElement bootsConfig) {
        this.settings = settings;
        this.storage = storage;
        this.listener = listener;
        this.handlers = handlers;
        this.bootsConfig = bootsConfig;
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

    /** Bytes up to which a file stays in memory: what the servlet's configuration says, unless it is Boot's and says nothing. */
    public long threshold(MultipartConfigElement config) {
        boolean unset = config == bootsConfig && config.getFileSizeThreshold() == 0 && settings.threshold() >= 0;
        return unset ? settings.threshold() : config.getFileSizeThreshold();
    }

    /** A limit of a servlet, with the name of what sets it. */
    Limit limit(MultipartConfigElement config, long value, String property) {
        return new Limit(value, (config == bootsConfig) ? property : "the servlet's MultipartConfigElement");
    }
}
