/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;

import org.apache.catalina.connector.Response;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.OutputBuffer;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11OutputBuffer;
import org.apache.coyote.http11.OutputFilter;
import org.apache.coyote.http11.filters.IdentityOutputFilter;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * The connection of a response of Tomcat: sends bytes of a file past Tomcat's buffers, and counts them where Tomcat counts bytes
 * that it writes itself. For the thread that handles the request.
 *
 * <p>Some fields that this needs are not public (source read: Tomcat 11.0.22 and 11.0.27). Where one of them is missing,
 * nothing is sent so.
 */
final class TomcatConnection {

    private static final Log log = LogFactory.getLog(TomcatConnection.class);

    /** Null where this Tomcat has other fields. */
    private static final @Nullable Fields FIELDS = Fields.find();

    private final Fields fields;

    private final Response response;

    /** Bytes sent past Tomcat's buffers, so far. */
    private long transferred;

    private TomcatConnection(Fields fields, Response response) {
        this.fields = fields;
        this.response = response;
    }

    /** Whether this Tomcat has the fields that are used. */
    static boolean isSupported() {
        return FIELDS != null;
    }

    /** The connection of a response; null where it cannot be reached. */
    static @Nullable TomcatConnection of(ResponseFacade facade) {
        Fields fields = FIELDS;
        return (fields != null && fields.response.get(facade) instanceof Response response)
                ? new TomcatConnection(fields, response)
                : null;
    }

    /** Reason why nothing can be sent past Tomcat's buffers now; null if there is none. */
    @Nullable
    Fallback obstacle() {
        if (HttpMethod.HEAD.matches(response.getRequest().getMethod())) {
            return Fallback.HEAD;
        }
        if ("HTTP/2.0".equals(response.getRequest().getProtocol())) {
            return Fallback.HTTP2;
        }
        org.apache.coyote.Response coyote = response.getCoyoteResponse();
        if (!(response.getRequest().getConnector().getProtocolHandler() instanceof AbstractHttp11Protocol<?> protocol)
                || !(fields.outputBuffer.get(coyote) instanceof Http11OutputBuffer output)
                || !(fields.socketWrapper.get(output) instanceof NioSocketWrapper socket)) {
            return Fallback.UNSUPPORTED;
        }
        if (socket.getSocket() instanceof SecureNioChannel) {
            return Fallback.TLS;
        }
        if (!protocol.getUseSendfile()
                || socket.getSocket().getClass() != NioChannel.class
                || coyote.getWriteListener() != null) {
            return Fallback.UNSUPPORTED;
        }
        boolean begun = response.isAppCommitted() || response.getContentWritten() > 0;
        return begun ? Fallback.COMMITTED : null;
    }

    /**
     * Whether the body leaves Tomcat as it is written, neither compressed nor in chunks; known once the response is committed.
     */
    boolean isBodyUnchanged() {
        Http11OutputBuffer output = output();
        OutputFilter[] filters = (OutputFilter[]) fields.activeFilters.get(output);
        return (int) fields.lastActiveFilter.get(output) == 0 && filters[0].getClass() == IdentityOutputFilter.class;
    }

    /**
     * Sends as many bytes as the socket takes without waiting, unless earlier ones are still in a buffer.
     *
     * @param file source
     * @param position first byte to send, from 0
     * @param length most bytes to send
     * @return number of bytes sent; 0 also if the socket is broken, for which the next write fails
     */
    long transfer(FileChannel file, long position, long length) {
        NioSocketWrapper socket = (NioSocketWrapper) fields.socketWrapper.get(output());
        org.apache.coyote.Response coyote = response.getCoyoteResponse();
        // Whether the servlet's output stream holds bytes that the connection does not have yet.
        boolean buffered = response.getContentWritten() + transferred != coyote.getContentWritten();
        // On an interrupted thread the transfer would close the file and the socket.
        if (buffered || socket.hasDataToWrite() || Thread.currentThread().isInterrupted()) {
            return 0;
        }
        long sent;
        try {
            sent = file.transferTo(position, length, socket.getSocket().getIOChannel());
        } catch (IOException ex) {
            log.debug("Sendfile failed", ex);
            return 0;
        }
        if (sent > 0) {
            socket.updateLastWrite();
            transferred += sent;
            // For Tomcat's counter of bytes sent, and for the access log.
            fields.contentWritten.set(coyote, coyote.getContentWritten() + sent);
            fields.byteCount.set(output(), output().getBytesWritten() + sent);
        }
        return sent;
    }

    /** Ends the response, as Tomcat does when it has written the whole body: whoever writes more afterwards fails. */
    void end() throws IOException {
        response.finishResponse();
    }

    private Http11OutputBuffer output() {
        return (Http11OutputBuffer) fields.outputBuffer.get(response.getCoyoteResponse());
    }

    /** Fields of Tomcat without a public method. */
    private record Fields(
            VarHandle response,
            VarHandle outputBuffer,
            VarHandle contentWritten,
            VarHandle socketWrapper,
            VarHandle byteCount,
            VarHandle activeFilters,
            VarHandle lastActiveFilter) {

        static @Nullable Fields find() {
            try {
                return new Fields(
                        field(ResponseFacade.class, "response", Response.class),
                        field(org.apache.coyote.Response.class, "outputBuffer", OutputBuffer.class),
                        field(org.apache.coyote.Response.class, "contentWritten", long.class),
                        field(Http11OutputBuffer.class, "socketWrapper", SocketWrapperBase.class),
                        field(Http11OutputBuffer.class, "byteCount", long.class),
                        field(Http11OutputBuffer.class, "activeFilters", OutputFilter[].class),
                        field(Http11OutputBuffer.class, "lastActiveFilter", int.class));
            } catch (ReflectiveOperationException | LinkageError ex) {
                log.warn(
                        "tuned threads: static files are copied as without the starter, because this version of Tomcat is not known: "
                                + ex);
                return null;
            }
        }

        private static VarHandle field(Class<?> owner, String name, Class<?> type) throws ReflectiveOperationException {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        }
    }
}
