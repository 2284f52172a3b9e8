/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.coyote.ProtocolHandler;
import org.apache.coyote.http11.Http11NioProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.plan.ReportPart;

/** What is said of sendfile. */
record SendfilePart(SendfileProperties properties, SendfileConnectors connectors, Sendfile sendfile)
        implements ReportPart {

    @Override
    public String name() {
        return "sendfile";
    }

    @Override
    public @Nullable String summary() {
        List<? extends ProtocolHandler> protocols = this.connectors.protocols();
        if (protocols.isEmpty()) {
            return null;
        }
        String obstacle = obstacle(protocols);
        return (obstacle != null)
                ? "no sendfile (" + obstacle + ")"
                : "sendfile from " + text(this.properties.getMinSize());
    }

    /** What keeps every request from it; null where some connector has it. */
    private static @Nullable String obstacle(List<? extends ProtocolHandler> protocols) {
        boolean nio = false;
        boolean plain = false;
        for (ProtocolHandler protocol : protocols) {
            if (protocol instanceof Http11NioProtocol http) {
                nio = true;
                plain |= !http.isSSLEnabled();
                if (!http.isSSLEnabled() && http.getUseSendfile()) {
                    return null;
                }
            }
        }
        if (!nio) {
            return "connector other than nio";
        }
        return plain ? "useSendfile=false" : "TLS";
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("minSize", text(this.properties.getMinSize()));
        DataSize maxSize = this.properties.getMaxSize();
        details.put("maxSize", (maxSize != null) ? text(maxSize) : null);
        SendfileCounts counts = this.sendfile.counts();
        details.put("sent", counts.sent());
        details.put("bytes", counts.bytes());
        details.put("pending", this.sendfile.transfers().count());
        Map<String, Long> fallbacks = new LinkedHashMap<>();
        for (Fallback reason : Fallback.values()) {
            fallbacks.put(reason.id(), counts.fallbacks(reason));
        }
        details.put("fallbacks", fallbacks);
        return details;
    }

    /** As one writes it. */
    private static String text(DataSize size) {
        long bytes = size.toBytes();
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + "B";
        }
        return (bytes % (1024 * 1024) == 0) ? (bytes / (1024 * 1024)) + "MB" : (bytes / 1024) + "KB";
    }
}
