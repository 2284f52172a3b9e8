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

import dev.tuned.upload.UploadFailure;
import dev.tuned.upload.UploadListener.Mode;
import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.Causes;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.multipart.UploadBody;
import dev.tuned.upload.stream.Charsets;

/**
 * Tomcat's request with another parser of its multipart body. Parts are read where Tomcat reads them, with the first call for parts
 * or parameters, and kept where Tomcat keeps them: so code that wraps, holds or observes the request sees what it would see without
 * this class. The body is left to Tomcat where the servlet has no multipart configuration. For one thread at a time; {@link
 * #recycle} also ends the reading of another one.
 *
 * <p>Relies on these of {@link Request}, which {@link TomcatConnectors} makes sure of: {@code getParts} and {@code
 * doParseParameters} look at the fields {@code parts} and {@code partsParseException}, and read only where both are null; with
 * {@code usingInputStream} set, {@code doParseParameters} reads the query string alone; {@code finishRequest} is called once the
 * handling is over, {@code recycle} before the object is used again, and deletes {@code parts}.
 */
public final class UploadRequest extends Request {

    private static final String ATTRIBUTE = UploadRequest.class.getName();

    private final UploadContext uploads;

    /** Tomcat's limits, which it keeps private: its connector's, unless a valve sets others. */
    private int maxParameters;

    private int maxParts;

    private int maxPartHeaderSize;

    /** State of the request that is being handled, or null before it is known for an upload. */
    private volatile @Nullable UploadState state;

    /** Cause of {@code partsParseException}, or null where it has another one. */
    private @Nullable BodyException bodyException;

    UploadRequest(Connector connector, org.apache.coyote.Request request, UploadContext uploads) {
        super(connector, request);
        this.uploads = uploads;
        setLimitsOf(connector);
    }

    private void setLimitsOf(Connector connector) {
        maxParameters = connector.getMaxParameterCount();
        maxParts = connector.getMaxPartCount();
        maxPartHeaderSize = connector.getMaxPartHeaderSize();
    }

    /** The container's request behind another one, or null if a connector is not this starter's. */
    public static @Nullable UploadRequest find(ServletRequest request) {
        return (request.getAttribute(ATTRIBUTE) instanceof UploadRequest upload) ? upload : null;
    }

    static boolean isMultipart(HttpServletRequest request) {
        return StringUtils.startsWithIgnoreCase(request.getContentType(), "multipart/");
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return ATTRIBUTE.equals(name) ? this : super.getAttribute(name);
    }

    @Override
    public void setMaxParameterCount(int count) {
        super.setMaxParameterCount(count);
        maxParameters = count;
    }

    @Override
    public void setMaxPartCount(int count) {
        super.setMaxPartCount(count);
        maxParts = count;
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
            if (handlerStreams()) {
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
        if (!handlerStreams()) {
            read(config, true);
        }
    }

    /** Configuration by which to read the parts, or null if they have been read, or Tomcat has to say why there are none. */
    @Nullable
    MultipartConfigElement unreadConfig() {
        Wrapper servlet = getWrapper();
        boolean unread = parts == null && partsParseException == null && isMultipart(this);
        return (unread && servlet != null) ? servlet.getMultipartConfigElement() : null;
    }

    private void read(MultipartConfigElement config, boolean forParameters) {
        UploadState current = state();
        Parameters parameters = coyoteRequest.getParameters();
        parameters.setLimit(maxParameters);
        parts = new ArrayList<>();
        FormReader reader = new FormReader(this, config, parameters.size());
        List<FormPart> form = List.of();
        Exception failure = null;
        BodyException cause = null;
        try {
            form = reader.read();
        } catch (BodyException ex) {
            cause = ex;
            failure = FailureTranslator.forParts(ex, reader.isInContent());
        } catch (IOException | IllegalStateException ex) {
            failure = ex;
        }
        synchronized (current) {
            if (current != state) {
                form.forEach(FormPart::delete);
                throw new IllegalStateException("The request of this upload is over", failure);
            }
            current.keep(form);
            bodyException = cause;
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

    /** Adds the parts, and the fields as parameters; returns the failure if there are too many or one cannot be read, or null. */
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
            super.setMaxParameterCount(maxParameters - files);
            return null;
        } catch (IOException | IllegalStateException ex) {
            form.forEach(FormPart::delete);
            return ex;
        }
    }

    UploadState state() {
        UploadState known = state;
        if (known == null) {
            known = new UploadState();
            state = known;
        }
        return known;
    }

    UploadContext uploads() {
        return uploads;
    }

    /** Limits of the body. Its parts count as parameters, in addition to those that the request has already. */
    ParserLimits limits(MultipartConfigElement config, int parameters) {
        int left = maxParameters - parameters;
        Limit parts = (maxParameters < 0 || (maxParts >= 0 && maxParts <= left))
                ? new Limit(maxParts, "server.tomcat.max-part-count")
                : new Limit(Math.max(0, left), "server.tomcat.max-parameter-count");
        return new ParserLimits(
                uploads.limit(config, config.getMaxFileSize(), "spring.servlet.multipart.max-file-size"),
                uploads.limit(config, config.getMaxRequestSize(), "spring.servlet.multipart.max-request-size"),
                new Limit(getConnector().getMaxPostSize(), "server.tomcat.max-http-form-post-size"),
                parts,
                new Limit(uploads.settings().maxFiles(), "tuned.upload.max-files"),
                new Limit(uploads.settings().maxFields(), "tuned.upload.max-fields"),
                new Limit(maxPartHeaderSize, "server.tomcat.max-part-header-size"));
    }

    /** Parameters of the query string as Tomcat reads them, without a trace in the request. */
    public Map<String, String[]> queryParameters() {
        Charset charset = getConnector().getURICharset();
        Parameters query = new Parameters();
        query.setLimit(maxParameters);
        query.setQueryStringCharset(
                getConnector().getUseBodyEncodingForURI()
                        ? Charsets.charset(getCharacterEncoding(), charset)
                        : charset);
        query.setQuery(coyoteRequest.queryString());
        query.handleQueryParameters();
        Map<String, String[]> result = new LinkedHashMap<>();
        for (String name : Collections.list(query.getParameterNames())) {
            result.put(name, Objects.requireNonNull(query.getParameterValues(name)));
        }
        return result;
    }

    /**
     * Begins to read the body, in Tomcat's order: length, stream, boundary.
     *
     * @param request this one, or what wraps it
     */
    MultipartParser parser(HttpServletRequest request, ParserLimits bounds, Mode mode) throws IOException {
        UploadBody body = new UploadBody(bounds.maxRequestSize(), uploads.listener(), mode);
        state().begin(body);
        try {
            body.checkLength(request.getContentLengthLong());
            body.open(request.getInputStream());
            byte[] boundary = TomcatHeaders.boundary(request);
            Charset charset = Charsets.charset(request.getCharacterEncoding(), Charset.defaultCharset());
            return new MultipartParser(
                    body, boundary, bounds, uploads.storage().buffers(), charset, TomcatHeaders.INSTANCE);
        } catch (Throwable ex) {
            body.finish(ex);
            throw ex;
        }
    }

    private boolean handlerStreams() {
        return state().isLookedUp() ? state().isStreaming() : handlerStreams(getRequest());
    }

    /**
     * Looks for the handler, unless one that reads the body itself was found: it is that of error pages, too.
     *
     * @param request this one, or what wraps it
     * @return whether it reads the body itself
     */
    public boolean handlerStreams(HttpServletRequest request) {
        return state().lookUp(() -> uploads.handlers().find(this, request));
    }

    /** Why the parts could not be read, if what was thrown is or wraps the exception of {@code getParts}; otherwise null. */
    public @Nullable UploadFailure failureBehind(Throwable thrown) {
        Exception known = partsParseException;
        return (known != null && Causes.find(thrown, known.getClass()) == known) ? bodyException : null;
    }

    /** Whether the parts could not be read, and this is the dispatch to the error page. */
    public boolean isErrorPageOfFailure() {
        return partsParseException != null && getDispatcherType() == DispatcherType.ERROR;
    }

    /** Completes the answer, and reads or drops what is left of the body. */
    @Override
    public void finishRequest() throws IOException {
        super.finishRequest();
        if (state != null || unreadConfig() != null) {
            state().finish(this, uploads.settings().lingeringClose());
        }
    }

    @Override
    public void recycle() {
        UploadState ended = state;
        if (ended == null) {
            super.recycle();
        } else {
            ended.stop();
            synchronized (ended) {
                state = null;
                super.recycle();
                ended.deleteParts();
            }
        }
        bodyException = null;
        setLimitsOf(getConnector());
    }
}
