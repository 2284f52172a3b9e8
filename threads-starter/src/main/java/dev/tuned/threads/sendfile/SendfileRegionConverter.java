/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Collection;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.converter.ResourceRegionHttpMessageConverter;

/** Sends single ranges of resources by sendfile where that is possible. */
final class SendfileRegionConverter extends ResourceRegionHttpMessageConverter {

    private final Sendfile sendfile;

    SendfileRegionConverter(Sendfile sendfile) {
        this.sendfile = sendfile;
    }

    @Override
    protected void writeInternal(Object regions, @Nullable Type type, HttpOutputMessage message) throws IOException {
        if (regions instanceof Collection<?> several && several.size() > 1) {
            sendfile.counts().add(Fallback.MULTIPLE_RANGES);
        }
        super.writeInternal(regions, type, message);
    }

    @Override
    protected void writeResourceRegion(ResourceRegion region, HttpOutputMessage message) throws IOException {
        try (FileTransfer transfer = sendfile.open(region.getResource(), region.getCount(), message)) {
            if (transfer == null) {
                super.writeResourceRegion(region, message);
                return;
            }
            long start = region.getPosition();
            long total = region.getResource().contentLength();
            long length = Math.min(region.getCount(), total - start);
            HttpHeaders headers = message.getHeaders();
            headers.add(HttpHeaders.CONTENT_RANGE, "bytes %d-%d/%d".formatted(start, start + length - 1, total));
            headers.setContentLength(length);
            transfer.send(start, length);
        }
    }
}
