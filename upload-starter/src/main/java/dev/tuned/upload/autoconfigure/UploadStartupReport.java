/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import jakarta.servlet.MultipartConfigElement;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.util.unit.DataSize;
import org.springframework.web.multipart.MultipartResolver;

import dev.tuned.upload.TunedMultipartResolver;

/** Says once, after start-up, where parts of uploads go and why. */
final class UploadStartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log logger = LogFactory.getLog(UploadStartupReport.class);

    private final ObjectProvider<MultipartConfigElement> multipartConfig;

    private final ObjectProvider<MultipartResolver> resolver;

    private final ExplicitSettings explicit;

    UploadStartupReport(
            ObjectProvider<MultipartConfigElement> multipartConfig,
            ObjectProvider<MultipartResolver> resolver,
            ExplicitSettings explicit) {
        this.multipartConfig = multipartConfig;
        this.resolver = resolver;
        this.explicit = explicit;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        logger.info("tuned upload: " + storage() + "; " + streams());
    }

    private String storage() {
        MultipartConfigElement config = multipartConfig.getIfUnique();
        if (config == null) {
            return "no multipart configuration in force";
        }
        boolean own = MultipartConfigElementFactory.isOwn(config);
        return "parts up to %s%s stay in memory, larger ones go to %s%s%s"
                .formatted(
                        size(config.getFileSizeThreshold()),
                        (explicit.threshold() && !own) ? " (" + ExplicitSettings.THRESHOLD + ")" : "",
                        place(config.getLocation()),
                        explicit.location() ? " (" + ExplicitSettings.LOCATION + ")" : "",
                        own ? ", as the application's own MultipartConfigElement says" : "");
    }

    private String streams() {
        return (resolver.getIfUnique() instanceof TunedMultipartResolver)
                ? "their streams are buffered"
                : "the application's own MultipartResolver reads them";
    }

    private static String place(String location) {
        if (location.isEmpty()) {
            return "the container's temporary directory";
        }
        try {
            return location + " (" + PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(location)))
                    + ")";
        } catch (IOException | UnsupportedOperationException ex) {
            return location;
        }
    }

    private static String size(int bytes) {
        DataSize size = DataSize.ofBytes(bytes);
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + "B";
        }
        return (bytes % (1024 * 1024) == 0) ? size.toMegabytes() + "MB" : size.toKilobytes() + "KB";
    }
}
