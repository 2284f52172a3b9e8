/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Set;
import java.util.function.BooleanSupplier;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.springframework.http.HttpHeaders;

/**
 * Response that says no length once the upload failed, whoever answers: with a length the container takes the answer for
 * complete, and closes the input that is still to be read so that the client gets to it.
 */
final class UploadResponse extends HttpServletResponseWrapper {

    /** After these Tomcat closes by itself, and can say where the answer ends before it does. */
    private static final Set<Integer> CLOSES = Set.of(400, 408, 413);

    private final BooleanSupplier failed;

    private final boolean persistent;

    private boolean errorSent;

    /**
     * Wraps a response.
     *
     * @param failed whether the upload failed by now
     * @param persistent whether the connection is for one request after the other
     */
    UploadResponse(HttpServletResponse response, BooleanSupplier failed, boolean persistent) {
        super(response);
        this.failed = failed;
        this.persistent = persistent;
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    @Override
    public void setContentLengthLong(long length) {
        super.setContentLengthLong(failed.getAsBoolean() ? -1 : length);
    }

    @Override
    public void setHeader(String name, String value) {
        if (!isUnwanted(name)) {
            super.setHeader(name, value);
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (!isUnwanted(name)) {
            super.addHeader(name, value);
        }
    }

    @Override
    public void setIntHeader(String name, int value) {
        if (!isUnwanted(name)) {
            super.setIntHeader(name, value);
        }
    }

    @Override
    public void addIntHeader(String name, int value) {
        if (!isUnwanted(name)) {
            super.addIntHeader(name, value);
        }
    }

    /** Whether the container will answer, by an error dispatch. */
    boolean isErrorSent() {
        return errorSent;
    }

    @Override
    public void sendError(int status) throws IOException {
        errorSent = true;
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        errorSent = true;
        super.sendError(status, message);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        endConnection();
        return super.getOutputStream();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        endConnection();
        return super.getWriter();
    }

    @Override
    public void flushBuffer() throws IOException {
        endConnection();
        super.flushBuffer();
    }

    /** Else the container, to use the connection again, waits for the rest of the body when reading on is over. */
    private void endConnection() {
        if (persistent && failed.getAsBoolean() && !isCommitted() && !CLOSES.contains(getStatus())) {
            super.setHeader(HttpHeaders.CONNECTION, "close");
        }
    }

    private boolean isUnwanted(String name) {
        return HttpHeaders.CONTENT_LENGTH.equalsIgnoreCase(name) && failed.getAsBoolean();
    }
}
