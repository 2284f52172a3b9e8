/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.ResourceHttpMessageConverter;

/** Sends whole resources by sendfile where that is possible. */
final class SendfileResourceConverter extends ResourceHttpMessageConverter {

    private final Sendfile sendfile;

    SendfileResourceConverter(Sendfile sendfile) {
        this.sendfile = sendfile;
    }

    /** Counts requests for HEAD: for others Spring does not call this method. */
    @Override
    public void addDefaultHeaders(HttpOutputMessage message, Resource resource, @Nullable MediaType contentType)
            throws IOException {
        sendfile.counts().add(Fallback.HEAD);
        super.addDefaultHeaders(message, resource, contentType);
    }

    @Override
    protected void writeInternal(Resource resource, HttpOutputMessage message) throws IOException {
        // The length that the header promises; the file may have another one by now.
        long length = message.getHeaders().getContentLength();
        try (FileTransfer transfer = sendfile.open(resource, length, message)) {
            if (transfer != null) {
                transfer.send(0, length);
            } else {
                super.writeInternal(resource, message);
            }
        }
    }
}
