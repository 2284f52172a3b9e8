/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import dev.tuned.upload.UploadFailure.Reason;

/** What all uploads of an application share: settings, buffers, memory, the directory. Safe for use by many threads. */
public final class UploadEngine {

    private final UploadSettings settings;

    private final MultipartConfigElement config;

    private final UploadListener listener;

    private final LongSupplier clock;

    private final BufferPool buffers;

    private final MemoryBudget memory;

    private final TemporaryFiles files;

    private volatile HandlerLookup handlers;

    private volatile @Nullable ServletContext context;

    /** Makes an engine which keeps large parts in the directory of the configuration. */
    public UploadEngine(UploadSettings settings, MultipartConfigElement config, UploadListener listener) {
        this(settings, config, listener, System::nanoTime);
    }

    UploadEngine(UploadSettings settings, MultipartConfigElement config, UploadListener listener, LongSupplier clock) {
        this.settings = settings;
        this.config = config;
        this.listener = listener;
        this.clock = clock;
        this.buffers = new BufferPool(settings.bufferSize());
        this.memory = new MemoryBudget(settings.memoryBudget());
        this.files = new TemporaryFiles(this::directory);
        HandlerLookup.Target anyHandler = new HandlerLookup.Target(HandlerLookup.Reader.FORM, settings.limits());
        this.handlers = request -> anyHandler;
    }

    /** Memory that parts of uploads occupy. */
    public MemoryBudget memory() {
        return memory;
    }

    /** Tells who reads the body of a request: a form unless something else is known. */
    HandlerLookup handlers() {
        return handlers;
    }

    void handlers(HandlerLookup lookup) {
        this.handlers = lookup;
    }

    /** Bounds of each body, unless its handler has {@link UploadLimits}. */
    public ParserLimits limits() {
        return settings.limits();
    }

    UploadSettings settings() {
        return settings;
    }

    UploadListener listener() {
        return listener;
    }

    BufferPool buffers() {
        return buffers;
    }

    TemporaryFiles files() {
        return files;
    }

    /** Tells whose directory a relative location is below. */
    void context(ServletContext servletContext) {
        this.context = servletContext;
    }

    /** The directory for large parts; it exists. As containers do, takes a relative one as below their own. */
    public Path directory() throws IOException {
        Path location = Path.of(config.getLocation());
        if (config instanceof TunedMultipartConfigElement) {
            return location;
        }
        if (!location.isAbsolute()) {
            ServletContext known = context;
            Object own = (known == null) ? null : known.getAttribute(ServletContext.TEMPDIR);
            Path parent = (own instanceof File file) ? file.toPath() : Path.of(System.getProperty("java.io.tmpdir"));
            location = parent.resolve(location);
        }
        return Files.createDirectories(location);
    }

    /**
     * Begins to read the body of a request. The caller has to say when it is over, see {@link UploadBody#finish}.
     *
     * @throws UploadLimitException if its Content-Length alone is too much; then not a byte is read
     */
    UploadBody open(HttpServletRequest request, UploadListener.Tier tier, ParserLimits limits) throws IOException {
        Limit limit = limits.maxRequestSize();
        UploadBody body =
                new UploadBody(request.getInputStream(), limit, new Pacer(settings.pace()), clock, listener, tier);
        long length = request.getContentLengthLong();
        if (limit.isPassedBy(length)) {
            body.finish(Reason.REQUEST_TOO_LARGE.code());
            throw new UploadLimitException(Reason.REQUEST_TOO_LARGE, "Bytes of the request", limit, length);
        }
        return body;
    }

    /**
     * Makes a parser for a body.
     *
     * @throws UploadException if the request's content type is not multipart or its boundary not usable
     */
    MultipartParser parser(HttpServletRequest request, UploadBody body, ParserLimits limits) {
        return parser(Boundary.of(request.getContentType()), body, limits, charset(request));
    }

    private MultipartParser parser(Boundary boundary, UploadBody body, ParserLimits limits, Charset charset) {
        return new MultipartParser(body, boundary, limits, buffers, charset);
    }

    /**
     * Begins to read a body for the streaming tier.
     *
     * @throws UploadException if the request is not multipart
     * @throws UploadLimitException if its Content-Length alone is too much
     */
    UploadStream stream(HttpServletRequest request, ParserLimits limits) throws IOException {
        Boundary boundary = Boundary.of(request.getContentType()); // Before anything begins.
        Charset charset = charset(request);
        UploadBody body = open(request, UploadListener.Tier.STREAM, limits);
        return new UploadStream(parser(boundary, body, limits, charset), body, limits.maxFieldSize(), charset);
    }

    private static Charset charset(HttpServletRequest request) {
        return PartText.charset(request.getCharacterEncoding(), StandardCharsets.UTF_8);
    }
}
