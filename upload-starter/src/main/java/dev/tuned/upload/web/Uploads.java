/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.util.function.Supplier;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadListener;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.storage.UploadStorage;
import dev.tuned.upload.tomcat.TomcatLimits;

/** What all uploads of an application share. Safe for use by many threads. */
public final class Uploads {

    private final UploadSettings settings;

    private final UploadStorage storage;

    private final UploadListener listener;

    private final Supplier<TomcatLimits> tomcat;

    private final Streams streams;

    /**
     * Makes it.
     *
     * @param tomcat asked at each request
     */
    public Uploads(
            UploadSettings settings,
            UploadStorage storage,
            UploadListener listener,
            Supplier<TomcatLimits> tomcat,
            Streams streams) {
        this.settings = settings;
        this.storage = storage;
        this.listener = listener;
        this.tomcat = tomcat;
        this.streams = streams;
    }

    /** Looks for handlers that read the body themselves, before they are dispatched to. */
    @FunctionalInterface
    public interface Streams {

        /**
         * The sizes that the handler of the request sets, or null if it does not stream. Does not read from the body, ask the
         * request for parameters of its body or leave a trace in its attributes, and never throws.
         */
        @Nullable
        StreamSizes find(HttpServletRequest request);
    }

    /** Sizes of the handler that streams the request, or null where none does. */
    @Nullable
    StreamSizes streamed(HttpServletRequest request) {
        return streams.find(request);
    }

    UploadSettings settings() {
        return settings;
    }

    UploadStorage storage() {
        return storage;
    }

    UploadListener listener() {
        return listener;
    }

    /** Bytes up to which a file stays in memory. */
    public long threshold(MultipartConfigElement config) {
        return (settings.threshold() < 0) ? config.getFileSizeThreshold() : settings.threshold();
    }

    /**
     * Bounds of a body.
     *
     * @param parameters that the query string has, where it was read first
     */
    ParserLimits limits(MultipartConfigElement config, int parameters) {
        TomcatLimits limits = tomcat.get();
        return new ParserLimits(
                new Limit(config.getMaxFileSize(), "spring.servlet.multipart.max-file-size"),
                new Limit(config.getMaxRequestSize(), "spring.servlet.multipart.max-request-size"),
                limits.text(),
                limits.parts(parameters),
                settings.maxFiles(),
                settings.maxFields(),
                limits.partHeaders());
    }
}
