/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.File;
import java.io.IOException;
import java.util.List;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Globals;
import org.apache.catalina.connector.RequestFacade;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.coyote.ProtocolHandler;
import org.apache.coyote.http11.Http11NioProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

import dev.tuned.threads.plan.ReportContributor;
import dev.tuned.threads.plan.ReportPart;

/**
 * Hands the body of a response to Tomcat, which sends it from the file to the socket without a copy in the JVM. Thread-safe.
 *
 * <p>The response is committed as soon as Tomcat knows of the file. Left for later, an error page could take its place while
 * Tomcat would still send the file as its body.
 */
public final class Sendfile
        implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, ReportContributor {

    private final SendfileProperties settings;

    private final SendfileConnectors connectors = new SendfileConnectors();

    private final Compression compression = new Compression(this.connectors);

    /** Found with the first request: no connector is known before. */
    private volatile @Nullable Boolean nio;

    private final SendfileCounts counts = new SendfileCounts();

    private final Transfers transfers = new Transfers(this.connectors);

    /** @param settings which bodies to send */
    Sendfile(SendfileProperties settings) {
        this.settings = settings;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        this.connectors.remember(factory);
    }

    @Override
    public List<ReportPart> reportParts() {
        return List.of(new SendfilePart(this.settings, this.connectors, this));
    }

    /** What was sent so far. */
    public SendfileCounts counts() {
        return this.counts;
    }

    /** What is being sent. */
    Transfers transfers() {
        return this.transfers;
    }

    /**
     * Lets a handler send by sendfile. Converters that the application gave it stay.
     *
     * @param handler one that is initialized
     */
    public void install(ResourceHttpRequestHandler handler) {
        if (isSprings(handler.getResourceHttpMessageConverter(), ResourceHttpMessageConverter.class)) {
            handler.setResourceHttpMessageConverter(new SendfileResourceConverter(this));
        }
        if (isSprings(handler.getResourceRegionHttpMessageConverter(), ResourceRegionHttpMessageConverter.class)) {
            handler.setResourceRegionHttpMessageConverter(new SendfileRegionConverter(this));
        }
    }

    private static boolean isSprings(@Nullable Object converter, Class<?> type) {
        return converter != null && converter.getClass() == type;
    }

    /**
     * Sends a part of a resource as the body of the current request's response, whose headers are complete.
     *
     * @param start first byte of the part, from 0
     * @param length number of its bytes, as promised by the header Content-Length
     * @return whether that is done; if not, the response is untouched and the caller writes the body
     * @throws IOException if the client is gone
     */
    boolean send(Resource resource, long start, long length, HttpOutputMessage message) throws IOException {
        Fallback reason = trySend(resource, start, length, message);
        if (reason == null) {
            this.counts.addSent(length);
            return true;
        }
        this.counts.add(reason);
        return false;
    }

    private @Nullable Fallback trySend(Resource resource, long start, long length, HttpOutputMessage message)
            throws IOException {
        if (!(message instanceof ServletServerHttpResponse output)
                || !(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current)) {
            return Fallback.UNSUPPORTED;
        }
        RequestFacade request = ResponseUnwrapper.unwrap(current.getRequest());
        if (request == null) {
            return Fallback.UNSUPPORTED;
        }
        DispatcherType dispatch = current.getRequest().getDispatcherType();
        if (dispatch != DispatcherType.REQUEST && dispatch != DispatcherType.FORWARD) {
            return Fallback.DISPATCH;
        }
        Fallback reason = whyNot(request);
        if (reason != null) {
            return reason;
        }
        ResponseFacade response = ResponseUnwrapper.unwrap(output.getServletResponse());
        if (response == null) {
            return Fallback.WRAPPED;
        }
        if (response.isCommitted() || response.getContentWritten() > 0) {
            return Fallback.COMMITTED;
        }
        // Nothing to send is an error to Tomcat.
        if (length < Math.max(1, this.settings.getMinSize().toBytes())) {
            return Fallback.TOO_SMALL;
        }
        if (this.settings.getMaxSize() != null
                && length > this.settings.getMaxSize().toBytes()) {
            return Fallback.TOO_LARGE;
        }
        File file = fileOf(resource);
        if (file == null) {
            return Fallback.NOT_A_FILE;
        }
        if (this.compression.applies(request, response, contentType(response, output), length)) {
            return Fallback.COMPRESSIBLE;
        }
        // Sets the content type, which Spring keeps back until the body begins. Ends what can be done to the headers.
        output.close();
        send(request, output.getServletResponse(), file, start, length);
        return null;
    }

    private @Nullable Fallback whyNot(RequestFacade request) {
        if (HttpMethod.HEAD.matches(request.getMethod())) {
            return Fallback.HEAD;
        }
        if ("HTTP/2.0".equals(request.getProtocol())) {
            return Fallback.HTTP2;
        }
        if (!nio() || !Boolean.TRUE.equals(request.getAttribute(Globals.SENDFILE_SUPPORTED_ATTR))) {
            return Fallback.UNSUPPORTED;
        }
        if (request.getServletConnection().isSecure()) {
            return Fallback.TLS;
        }
        return null;
    }

    /** Tomcat's NIO2 connector reads files into memory; a graceful shutdown would not wait for them. */
    private boolean nio() {
        Boolean known = this.nio;
        if (known == null) {
            List<? extends ProtocolHandler> protocols = this.connectors.protocols();
            known = !protocols.isEmpty() && protocols.stream().allMatch(Http11NioProtocol.class::isInstance);
            this.nio = known;
        }
        return known;
    }

    private static @Nullable File fileOf(Resource resource) throws IOException {
        try {
            return resource.isFile() ? resource.getFile() : null;
        } catch (UnsupportedOperationException ex) {
            // A path of a file system other than the default one.
            return null;
        }
    }

    private static @Nullable String contentType(ResponseFacade response, ServletServerHttpResponse output) {
        String type = response.getContentType();
        return (type != null) ? type : output.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
    }

    private static void send(RequestFacade request, HttpServletResponse response, File file, long start, long length)
            throws IOException {
        request.setAttribute(Globals.SENDFILE_FILENAME_ATTR, file.getAbsolutePath());
        request.setAttribute(Globals.SENDFILE_FILE_START_ATTR, start);
        request.setAttribute(Globals.SENDFILE_FILE_END_ATTR, start + length);
        boolean committed = false;
        try {
            // On the outermost response, so that wrappers write their headers before.
            response.flushBuffer();
            committed = true;
        } finally {
            if (!committed) {
                // Or the file would be the body of the error page.
                request.removeAttribute(Globals.SENDFILE_FILENAME_ATTR);
            }
        }
    }
}
