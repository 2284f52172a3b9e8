/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

import dev.tuned.upload.tomcat.TomcatConnectors;
import dev.tuned.upload.tomcat.UploadContext;

/** Says once, after start-up, where parts of uploads go, and warns of a budget that cannot work. */
final class UploadStartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(UploadStartupReport.class);

    private final UploadContext uploads;

    private final TomcatConnectors connectors;

    private final ObjectProvider<ServletContext> servlets;

    UploadStartupReport(UploadContext uploads, TomcatConnectors connectors, ObjectProvider<ServletContext> servlets) {
        this.uploads = uploads;
        this.connectors = connectors;
        this.servlets = servlets;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        if (connectors.servesAny()) {
            connectors.configurations().forEach(this::report);
        } else if (!connectors.hasConnectors()) {
            servlets.ifAvailable(UploadStartupReport::warnOfContainer);
        }
    }

    /** Warns of a container without Tomcat's connectors, unless it is a mock of a test. */
    static void warnOfContainer(ServletContext servlets) {
        String container = servlets.getClass().getName();
        if (!container.startsWith("org.springframework.mock.")) {
            log.warn(
                    "Uploads are read by the container itself, as without this starter, which is for an embedded Tomcat and"
                            + " not for " + container);
        }
    }

    private void report(MultipartConfigElement config) {
        long threshold = uploads.threshold(config);
        long budget = uploads.storage().memoryBudget();
        String location = config.getLocation();
        log.info("tuned upload: files up to %s stay in memory while all together are below %s, others go to %s"
                .formatted(
                        size(threshold), size(budget), location.isEmpty() ? "Tomcat's temporary directory" : location));
        warn(threshold, budget, Runtime.getRuntime().maxMemory());
    }

    /** Warns where a budget cannot work. */
    static void warn(long threshold, long budget, long maxHeap) {
        if (budget > maxHeap / 2) {
            log.warn(
                    "tuned.upload.memory-budget is %s of a heap of at most %s: uploads can exhaust it. Lower it, or raise -Xmx"
                            .formatted(size(budget), size(maxHeap)));
        } else if (threshold > 0 && budget > 0 && threshold > budget) {
            log.warn(
                    "tuned.upload.memory-budget is %s, below the %s up to which a file stays in memory: files above the"
                                    .formatted(size(budget), size(threshold))
                            + " budget go to the disk. Raise it, or lower tuned.upload.threshold");
        }
    }

    private static String size(long bytes) {
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + "B";
        }
        return (bytes % (1024 * 1024) == 0) ? bytes / (1024 * 1024) + "MB" : bytes / 1024 + "KB";
    }
}
