/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11NioProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.report.Count;
import dev.tuned.threads.report.ReportPart;

/** The report of sendfile. */
public record SendfilePart(SendfileProperties properties, ApplicationContext context, SendfileCounts sends)
        implements ReportPart {

    @Override
    public String name() {
        return "sendfile";
    }

    @Override
    public @Nullable String summary() {
        if (!(context instanceof WebServerApplicationContext web)
                || !(web.getWebServer() instanceof TomcatWebServer server)) {
            return null;
        }
        String obstacle = obstacle(server.getTomcat().getService().findConnectors());
        return (obstacle != null) ? "no sendfile (" + obstacle + ")" : "sendfile from " + text(properties.getMinSize());
    }

    /** Obstacle to sendfile on every connector; null where some connector has it. */
    private static @Nullable String obstacle(Connector[] connectors) {
        if (!TomcatConnection.isSupported()) {
            return "another version of Tomcat";
        }
        List<Http11NioProtocol> nio = Stream.of(connectors)
                .map(Connector::getProtocolHandler)
                .flatMap(handler -> (handler instanceof Http11NioProtocol http) ? Stream.of(http) : Stream.empty())
                .toList();
        List<Http11NioProtocol> plain =
                nio.stream().filter(http -> !http.isSSLEnabled()).toList();
        return plain.stream().anyMatch(Http11NioProtocol::getUseSendfile)
                ? null
                : nio.isEmpty() ? "connector other than nio" : plain.isEmpty() ? "TLS" : "useSendfile=false";
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("minSize", text(properties.getMinSize()));
        details.put("safeClasses", properties.getSafeClasses());
        details.put("sent", sends.sent());
        details.put("bytes", sends.bytes());
        Map<String, Long> fallbacks = new LinkedHashMap<>();
        Stream.of(Fallback.values()).forEach(reason -> fallbacks.put(reason.id(), sends.fallbacks(reason)));
        details.put("fallbacks", fallbacks);
        return details;
    }

    @Override
    public List<Count> counts() {
        List<Count> numbers = new ArrayList<>();
        numbers.add(Count.total("sendfile.sent", "Static resources and ranges sent by sendfile", sends::sent));
        numbers.add(Count.total("sendfile.bytes", "Bytes sent by sendfile", sends::bytes));
        for (Fallback reason : Fallback.values()) {
            numbers.add(Count.total(
                            "sendfile.fallback",
                            "Static resources and ranges that were copied instead",
                            () -> sends.fallbacks(reason))
                    .tagged("reason", reason.id()));
        }
        return numbers;
    }

    /** A size as one writes it in a property. */
    private static String text(DataSize size) {
        return (size.toBytes() % 1024 == 0) ? size.toKilobytes() + "KB" : size.toString();
    }
}
