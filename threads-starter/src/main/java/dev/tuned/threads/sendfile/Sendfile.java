/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.File;
import java.io.IOException;

import jakarta.servlet.DispatcherType;
import org.apache.catalina.connector.ResponseFacade;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.ResourceHttpMessageConverter;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Sends static resources from the file to the socket without a copy in the JVM. Thread-safe.
 *
 * <p>What has to be true: the resource is known to be nothing but the bytes of a file, the wrappers of the response are known to
 * leave its body alone, and the connection is HTTP/1.1 without TLS on Tomcat's NIO connector. Every other response is written by
 * Spring's own converter, and counted.
 */
public final class Sendfile {

    private final SendfileProperties settings;

    private final KnownClasses known;

    private final SendfileCounts counts = new SendfileCounts();

    public Sendfile(SendfileProperties settings) {
        this.settings = settings;
        known = new KnownClasses(settings.getSafeClasses());
    }

    /** Counts since the start. */
    public SendfileCounts counts() {
        return counts;
    }

    /**
     * Lets an initialized handler send by sendfile. Converters that the application gave it stay.
     */
    public void install(ResourceHttpRequestHandler handler) {
        ResourceHttpMessageConverter whole = handler.getResourceHttpMessageConverter();
        if (whole != null && whole.getClass() == ResourceHttpMessageConverter.class) {
            handler.setResourceHttpMessageConverter(like(whole, new SendfileResourceConverter(this)));
        }
        ResourceRegionHttpMessageConverter regions = handler.getResourceRegionHttpMessageConverter();
        if (regions != null && regions.getClass() == ResourceRegionHttpMessageConverter.class) {
            handler.setResourceRegionHttpMessageConverter(like(regions, new SendfileRegionConverter(this)));
        }
    }

    private static <C extends AbstractHttpMessageConverter<?>> C like(AbstractHttpMessageConverter<?> springs, C ours) {
        ours.setDefaultCharset(springs.getDefaultCharset());
        ours.setSupportedMediaTypes(springs.getSupportedMediaTypes());
        return ours;
    }

    /**
     * Opens the file of a resource.
     *
     * @param length bytes to be sent; negative where that is not known
     * @return the transfer; null if Spring has to write the response, which is untouched and counted
     */
    @Nullable
    FileTransfer open(Resource resource, long length, HttpOutputMessage message) {
        if (message.getClass() != ServletServerHttpResponse.class
                || !(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current)) {
            return fallback(Fallback.UNSUPPORTED);
        }
        DispatcherType dispatch = current.getRequest().getDispatcherType();
        if (dispatch != DispatcherType.REQUEST && dispatch != DispatcherType.FORWARD) {
            return fallback(Fallback.DISPATCH);
        }
        ServletServerHttpResponse response = (ServletServerHttpResponse) message;
        if (length >= 0 && length < Math.max(1, settings.getMinSize().toBytes())) {
            return fallback(Fallback.TOO_SMALL);
        }
        ResponseFacade tomcats = known.unwrap(response.getServletResponse());
        if (tomcats == null) {
            return fallback(Fallback.WRAPPED);
        }
        TomcatConnection connection = TomcatConnection.of(tomcats);
        Fallback obstacle = (connection != null) ? connection.obstacle() : Fallback.UNSUPPORTED;
        if (connection == null || obstacle != null) {
            return fallback(obstacle);
        }
        if (length < 0) {
            return fallback(Fallback.UNSUPPORTED);
        }
        if (!known.isKnown(resource)) {
            return fallback(Fallback.RESOURCE);
        }
        try {
            File file = known.fileOf(resource);
            return (file != null)
                    ? new FileTransfer(connection, response, file, counts)
                    : fallback(Fallback.NOT_A_FILE);
        } catch (IOException ex) {
            // Spring tells the client what is wrong with the file.
            return fallback(Fallback.NOT_A_FILE);
        }
    }

    private @Nullable FileTransfer fallback(@Nullable Fallback reason) {
        if (reason != null) {
            counts.add(reason);
        }
        return null;
    }
}
