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

/** Says once, after start-up, where parts of uploads go. */
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
        String location = config.getLocation();
        log.info("tuned upload: files up to %s stay in memory while all together are below %s, others go to %s"
                .formatted(
                        size(uploads.threshold(config)),
                        size(uploads.storage().memoryBudget()),
                        location.isEmpty() ? "Tomcat's temporary directory" : location));
    }

    private static String size(long bytes) {
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + "B";
        }
        return (bytes % (1024 * 1024) == 0) ? bytes / (1024 * 1024) + "MB" : bytes / 1024 + "KB";
    }
}
