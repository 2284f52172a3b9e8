/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;
import java.util.Map;

import jakarta.servlet.MultipartConfigElement;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows what is in force. It looks at the running parts and knows nothing of the starters. */
@RestController
class InForceController {

    private final CatalogProperties properties;
    private final ApplicationContext context;
    private final ObjectProvider<MultipartConfigElement> multipart;
    private final StageTimer stages;

    InForceController(
            CatalogProperties properties,
            ApplicationContext context,
            ObjectProvider<MultipartConfigElement> multipart,
            ObjectProvider<StageTimer> stages) {
        this.properties = properties;
        this.context = context;
        this.multipart = multipart;
        this.stages = stages.getIfAvailable(() -> StageTimer.NONE);
    }

    @GetMapping("/in-force")
    InForce inForce() {
        return new InForce(
                properties.variant(),
                Runtime.version().toString(),
                SpringBootVersion.getVersion(),
                thread(Thread.currentThread()),
                multipart(multipart.getIfAvailable()),
                LogAppenders.list(),
                caches(context.getBeansOfType(CacheManager.class)),
                processorCache(),
                stages.soFar());
    }

    private static InForce.RequestThread thread(Thread thread) {
        // Thread.isVirtual is newer than the Java this compiles for; the text form starts the same on all that have it.
        boolean virtual = thread.toString().startsWith("VirtualThread");
        return new InForce.RequestThread(virtual ? "virtual" : "platform", thread.getName());
    }

    private static InForce.@Nullable Multipart multipart(@Nullable MultipartConfigElement element) {
        return element == null
                ? null
                : new InForce.Multipart(
                        element.getFileSizeThreshold(),
                        element.getLocation(),
                        element.getMaxFileSize(),
                        element.getMaxRequestSize());
    }

    private static List<InForce.Cache> caches(Map<String, CacheManager> managers) {
        return managers.entrySet().stream()
                .map(entry -> new InForce.Cache(
                        entry.getKey(),
                        entry.getValue().getClass().getName(),
                        List.copyOf(entry.getValue().getCacheNames())))
                .toList();
    }

    private @Nullable Integer processorCache() {
        return context instanceof WebServerApplicationContext web
                        && web.getWebServer() instanceof TomcatWebServer tomcat
                        && tomcat.getTomcat().getConnector().getProtocolHandler()
                                instanceof AbstractProtocol<?> protocol
                ? protocol.getProcessorCache()
                : null;
    }
}
