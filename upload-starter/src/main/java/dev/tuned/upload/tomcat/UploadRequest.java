/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.tomcat.util.http.Parameters;
import org.apache.tomcat.util.http.parser.MediaType;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import dev.tuned.upload.UploadException;
import dev.tuned.upload.UploadFailure.Reason;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.body.UploadBody;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.stream.Charsets;
import dev.tuned.upload.stream.ParsedUploadStream;

/**
 * Tomcat's request, but for the parser of its multipart body. Parts are read where Tomcat reads them, with the first call for
 * parts or parameters, and kept where Tomcat keeps them: so wrappers, holders and observers of the request see what they would
 * without this class. The body is left to Tomcat where the servlet has no multipart configuration. For one thread at a time, but
 * for what {@link #recycle} ends.
 *
 * <p>Relies on these of {@link Request}, which {@link TomcatConnectors} makes sure of: {@code getParts} and {@code
 * doParseParameters} look at the fields {@code parts} and {@code partsParseException}, and read only where both are null; with
 * {@code usingInputStream} set, {@code doParseParameters} reads the query string alone; {@code finishRequest} is called once the
 * handling is over, {@code recycle} before the object is used again, and deletes {@code parts}.
 */
public final class UploadRequest extends Request {

    private static final String ATTRIBUTE = UploadRequest.class.getName();

    private static final String MULTIPART = "multipart/";

    private final UploadContext uploads;

    /** These three are what Tomcat's request has, and keeps private: the connector's, unless a valve sets others. */
    private int maxParameterCount;

    private int maxPartCount;

    private int maxPartHeaderSize;

    /** What belongs to the request that is being handled, or null before it is known for an upload. */
    private volatile @Nullable Upload upload;

    UploadRequest(Connector connector, org.apache.coyote.Request request, UploadContext uploads) {
        super(connector, request);
        this.uploads = uploads;
        resetLimits();
    }

    private void resetLimits() {
        maxParameterCount = getConnector().getMaxParameterCount();
        maxPartCount = getConnector().getMaxPartCount();
        maxPartHeaderSize = getConnector().getMaxPartHeaderSize();
    }

    /** State of one request: a thread that outlives it keeps this, not the next one's. */
    private static final class Upload {

        /** The body, once reading has begun. */
        @Nullable
        UploadBody body;

        List<FormPart> form = List.of();

        /** Whether the handler was looked up. */
        boolean lookedUp;

        /** Sizes of the handler that was found and streams. */
        @Nullable
        StreamSizes streaming;

        @Nullable
        ParsedUploadStream stream;
    }

    /** The container's request behind another one, or null if a connector is not this starter's. */
    public static @Nullable UploadRequest find(ServletRequest request) {
        return (request.getAttribute(ATTRIBUTE) instanceof UploadRequest upload) ? upload : null;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return ATTRIBUTE.equals(name) ? this : super.getAttribute(name);
    }

    @Override
    public void setMaxParameterCount(int count) {
        super.setMaxParameterCount(count);
        maxParameterCount = count;
    }

    @Override
    public void setMaxPartCount(int count) {
        super.setMaxPartCount(count);
        maxPartCount = count;
    }

    @Override
    public void setMaxPartHeaderSize(int size) {
        super.setMaxPartHeaderSize(size);
        maxPartHeaderSize = size;
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        MultipartConfigElement config = unreadConfig();
        if (config != null) {
            if (isStreamed()) {
                throw new IllegalStateException(
                        "The handler takes this request as an UploadStream, which leaves no parts to"
                                + " others: read them from there, or declare MultipartFile parameters instead");
            }
            read(config, false);
        }
        return super.getParts();
    }

    @Override
    protected void doParseParameters() {
        boolean takesBody = !parametersParsed && !usingInputStream && !usingReader;
        MultipartConfigElement config = takesBody ? unreadConfig() : null;
        if (config == null || !"multipart/form-data".equals(MediaType.parseMediaTypeOnly(getContentType()))) {
            super.doParseParameters();
            return;
        }
        usingInputStream = true;
        try {
            super.doParseParameters();
        } finally {
            usingInputStream = false;
        }
        if (!isStreamed()) {
            read(config, true);
        }
    }

    /** Configuration by which to read the parts, or null if they are read, or Tomcat has to say why there are none. */
    private @Nullable MultipartConfigElement unreadConfig() {
        Wrapper servlet = getWrapper();
        boolean unread = parts == null
                && partsParseException == null
                && StringUtils.startsWithIgnoreCase(getContentType(), MULTIPART);
        return (unread && servlet != null) ? servlet.getMultipartConfigElement() : null;
    }

    private void read(MultipartConfigElement config, boolean forParameters) {
        Upload current = upload();
        Parameters parameters = coyoteRequest.getParameters();
        parameters.setLimit(maxParameterCount);
        parts = new ArrayList<>();
        List<FormPart> form = List.of();
        Exception failure = null;
        try {
            form = new FormReader(this, uploads, config, parameters.size()).read();
        } catch (IOException | ServletException | IllegalStateException ex) {
            failure = ex;
        }
        synchronized (current) {
            if (current != upload) {
                form.forEach(FormPart::delete);
                throw new IllegalStateException("The request of this upload is over", failure);
            }
            current.form = form;
            if (failure == null) {
                failure = add(form, parameters);
            }
            partsParseException = failure;
            if (failure instanceof IllegalStateException) {
                checkSwallowInput();
            }
            if (failure != null && forParameters) {
                parametersParseException = FailureTranslator.forParameters(failure);
            }
        }
    }

    /** Adds parts, and parameters, as far as there may be; returns why not further, or null. */
    private @Nullable Exception add(List<FormPart> form, Parameters parameters) {
        try {
            int files = 0;
            for (FormPart part : form) {
                if (part.isField()) {
                    parameters.addParameter(part.getName(), part.text());
                } else {
                    files++;
                }
            }
            parts.addAll(form);
            super.setMaxParameterCount(maxParameterCount - files);
            return null;
        } catch (IOException | IllegalStateException ex) {
            form.forEach(FormPart::delete);
            return ex;
        }
    }

    private Upload upload() {
        Upload known = upload;
        if (known == null) {
            known = new Upload();
            upload = known;
        }
        return known;
    }

    /**
     * Bounds of the body.
     *
     * @param parameters that the request has before its body is read: parts count as parameters, too
     */
    ParserLimits limits(MultipartConfigElement config, int parameters) {
        int left = maxParameterCount - parameters;
        Limit parts = (maxParameterCount < 0 || (maxPartCount >= 0 && maxPartCount <= left))
                ? new Limit(maxPartCount, "server.tomcat.max-part-count")
                : new Limit(Math.max(0, left), "server.tomcat.max-parameter-count");
        return new ParserLimits(
                new Limit(config.getMaxFileSize(), "spring.servlet.multipart.max-file-size"),
                new Limit(config.getMaxRequestSize(), "spring.servlet.multipart.max-request-size"),
                new Limit(getConnector().getMaxPostSize(), "server.tomcat.max-http-form-post-size"),
                parts,
                uploads.settings().maxFiles(),
                uploads.settings().maxFields(),
                new Limit(maxPartHeaderSize, "server.tomcat.max-part-header-size"));
    }

    /** Takes note of the body, which is going to be read. */
    void begin(UploadBody body) {
        upload().body = body;
    }

    /** Parameters of the query string, without a trace. */
    public Map<String, String[]> queryParameters() {
        Charset uri = getConnector().getUseBodyEncodingForURI()
                ? Charsets.charset(getCharacterEncoding(), getConnector().getURICharset())
                : getConnector().getURICharset();
        Parameters query = new Parameters();
        query.setLimit(maxParameterCount);
        query.setQueryStringCharset(uri);
        query.setQuery(coyoteRequest.queryString());
        query.handleQueryParameters();
        Map<String, String[]> result = new LinkedHashMap<>();
        for (String name : Collections.list(query.getParameterNames())) {
            result.put(name, Objects.requireNonNull(query.getParameterValues(name)));
        }
        return result;
    }

    /** Whether the handler reads the body itself. */
    private boolean isStreamed() {
        return upload().lookedUp ? isStreaming() : lookUpHandler(getRequest());
    }

    /** Whether the handler that was looked up last reads the body itself, or another one does already. */
    public boolean isStreaming() {
        Upload known = upload;
        return known != null && (known.stream != null || known.streaming != null);
    }

    /**
     * Looks for the handler, unless one that reads the body itself was found: it is that of error pages, too.
     *
     * @param request this one, or what wraps it
     * @return whether it reads the body itself
     */
    public boolean lookUpHandler(HttpServletRequest request) {
        Upload current = upload();
        if (current.streaming == null) {
            current.streaming = uploads.handlers().find(this, request);
            current.lookedUp = true;
        }
        return isStreaming();
    }

    /** Whether the parts could not be read, and this is the dispatch to the error page. */
    public boolean isErrorPageOfFailure() {
        return partsParseException != null && getDispatcherType() == DispatcherType.ERROR;
    }

    /**
     * Hands the body out unread.
     *
     * @param request that the handler has: the container's, or what wraps it
     * @param sizes of a handler that could not be looked up, or null
     * @throws UploadException if the request is not multipart
     * @throws IllegalStateException if the body was read as a form before, or cannot be read by this starter
     */
    public static UploadStream streamOf(HttpServletRequest request, @Nullable StreamSizes sizes) throws IOException {
        if (!StringUtils.startsWithIgnoreCase(request.getContentType(), MULTIPART)) {
            throw new UploadException(Reason.NOT_MULTIPART, "The request is not a multipart one", null);
        }
        UploadRequest upload = find(request);
        if (upload == null || upload.getWrapper().getMultipartConfigElement() == null) {
            throw new IllegalStateException(
                    "An UploadStream is for servlets with a multipart configuration, on a connector of"
                            + " the embedded Tomcat that the starter knows (it warns at the start of others), unless"
                            + " tuned.upload.enabled=false");
        }
        return upload.stream(request, sizes);
    }

    private UploadStream stream(HttpServletRequest request, @Nullable StreamSizes own) throws IOException {
        Upload current = upload();
        if (current.stream == null) {
            MultipartConfigElement config = unreadConfig();
            if (config == null) {
                throw new IllegalStateException(
                        "The body of this request was read before the handler could stream it: a"
                                + " filter, interceptor or argument asked for its parts or form fields, or the handler is a router"
                                + " function's, which needs spring.servlet.multipart.resolve-lazily=true");
            }
            ParserLimits bounds = limits(config, 0);
            StreamSizes sizes = (own != null) ? own : current.streaming;
            if (sizes != null) {
                Limit file = (sizes.file() != null) ? sizes.file() : bounds.maxPartSize();
                bounds = bounds.withSizes(file, sizes.requestOr(bounds.maxRequestSize()));
            }
            current.stream = BodyReader.stream(this, request, uploads, bounds);
        }
        return current.stream;
    }

    /** Completes the answer, and reads or drops what is left of the body. */
    @Override
    public void finishRequest() throws IOException {
        super.finishRequest();
        Upload current = upload;
        if (current != null) {
            if (current.stream != null) {
                current.stream.close();
            }
            if (current.body != null) {
                uploads.settings().lingeringClose().end(this, current.body);
            }
        }
    }

    @Override
    public void recycle() {
        Upload ended = upload;
        if (ended == null) {
            super.recycle();
        } else {
            if (ended.stream != null) {
                ended.stream.close();
            }
            if (ended.body != null) {
                ended.body.stop();
            }
            synchronized (ended) {
                upload = null;
                super.recycle();
                ended.form.forEach(FormPart::delete);
            }
        }
        resetLimits();
    }
}
