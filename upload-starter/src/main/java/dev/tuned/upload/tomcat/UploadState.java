/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.multipart.UploadBody;
import dev.tuned.upload.stream.ParsedUploadStream;

/**
 * State of one request's upload. A thread that outlives the request keeps this, and not the state of the next request of that
 * connection. For one thread at a time, but for {@link #stop}; {@link UploadRequest} locks it while it adds parts or ends.
 */
final class UploadState {

    private volatile @Nullable UploadBody body;

    private List<FormPart> form = List.of();

    private boolean lookedUp;

    /** Sets the limits of the handler that was found and reads the body itself. */
    private @Nullable UnaryOperator<ParserLimits> sizes;

    private volatile @Nullable ParsedUploadStream stream;

    /** Keeps the body, of which nothing has been read. */
    void begin(UploadBody begun) {
        body = begun;
    }

    /** The body, once reading has begun. */
    UploadBody body() {
        return Objects.requireNonNull(body);
    }

    /** Keeps parts until the request is over. */
    void keep(List<FormPart> parts) {
        form = parts;
    }

    /**
     * Looks for the handler, unless one that reads the body itself was found.
     *
     * @param handler finds what sets its limits, or null if it does not read the body itself
     * @return whether the handler reads the body itself, or another one does already
     */
    boolean lookUp(Supplier<@Nullable UnaryOperator<ParserLimits>> handler) {
        if (sizes == null) {
            sizes = handler.get();
            lookedUp = true;
        }
        return isStreaming();
    }

    boolean isLookedUp() {
        return lookedUp;
    }

    @Nullable
    UnaryOperator<ParserLimits> sizes() {
        return sizes;
    }

    void open(ParsedUploadStream opened) {
        stream = opened;
    }

    @Nullable
    ParsedUploadStream stream() {
        return stream;
    }

    boolean isStreaming() {
        return stream != null || sizes != null;
    }

    /** Ends the reading once the request is handled, and reads or drops what is left of the body. */
    void finish(UploadRequest request, LingeringClose lingeringClose) {
        closeStream();
        lingeringClose.end(request, body);
    }

    /** Ends the reading in whichever thread. */
    void stop() {
        closeStream();
        if (body != null) {
            body.stop();
        }
    }

    void deleteParts() {
        form.forEach(FormPart::delete);
    }

    private void closeStream() {
        if (stream != null) {
            stream.close();
        }
    }
}
