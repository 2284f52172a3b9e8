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

import dev.tuned.upload.Limit;
import dev.tuned.upload.ParserLimits;
import dev.tuned.upload.TunedMultipartResolver;
import dev.tuned.upload.UploadEngine;

/** Says once, after start-up, where parts of uploads go and why. */
final class UploadStartupReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log logger = LogFactory.getLog(UploadStartupReport.class);

    private final ObjectProvider<MultipartConfigElement> multipartConfig;

    private final ObjectProvider<MultipartResolver> resolver;

    private final UploadEngine engine;

    private final ExplicitSettings explicit;

    UploadStartupReport(
            ObjectProvider<MultipartConfigElement> multipartConfig,
            ObjectProvider<MultipartResolver> resolver,
            UploadEngine engine,
            ExplicitSettings explicit) {
        this.multipartConfig = multipartConfig;
        this.resolver = resolver;
        this.engine = engine;
        this.explicit = explicit;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        logger.info("tuned upload: " + parser() + "; " + storage());
    }

    private String parser() {
        if (!(resolver.getIfUnique() instanceof TunedMultipartResolver)) {
            return "the application's own MultipartResolver reads bodies";
        }
        ParserLimits limits = engine.limits();
        return "own parser, files up to %s, bodies up to %s, %s parts, text fields up to %s"
                .formatted(
                        size(limits.maxFileSize()),
                        size(limits.maxRequestSize()),
                        (limits.maxParts().value() < 0)
                                ? "any number of"
                                : limits.maxParts().value() + source(limits.maxParts()),
                        size(limits.maxFieldSize()));
    }

    private String storage() {
        MultipartConfigElement config = multipartConfig.getIfUnique();
        if (config == null) {
            return "no multipart configuration in force";
        }
        boolean own = MultipartConfigElementFactory.isOwn(config);
        return "files up to %s%s stay in memory while all together are below %s, others go to %s%s%s"
                .formatted(
                        size(config.getFileSizeThreshold()),
                        (explicit.threshold() && !own) ? " (" + ExplicitSettings.THRESHOLD + ")" : "",
                        size(engine.memory().limit()),
                        place(config.getLocation()),
                        (explicit.location() && !own) ? " (" + ExplicitSettings.LOCATION + ")" : "",
                        own ? ", as " + UploadSettingsFactory.OWN_CONFIG + " says" : "");
    }

    private static String size(Limit limit) {
        return ((limit.value() < 0) ? "any size" : size(limit.value())) + source(limit);
    }

    /** Where a limit comes from, unless it is our own property of that name. */
    private static String source(Limit limit) {
        return limit.property().startsWith(UploadProperties.PREFIX) ? "" : " (" + limit.property() + ")";
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

    private static String size(long bytes) {
        DataSize size = DataSize.ofBytes(bytes);
        if (bytes == 0 || bytes % 1024 != 0) {
            return bytes + "B";
        }
        return (bytes % (1024 * 1024) == 0) ? size.toMegabytes() + "MB" : size.toKilobytes() + "KB";
    }
}
