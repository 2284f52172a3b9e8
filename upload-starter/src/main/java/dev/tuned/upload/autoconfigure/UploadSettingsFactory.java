/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import jakarta.servlet.MultipartConfigElement;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.Limit;
import dev.tuned.upload.ParserLimits;
import dev.tuned.upload.UploadSettings;

/** Combines our properties with what the application says by Boot's, and with a configuration of its own. */
final class UploadSettingsFactory {

    static final String OWN_CONFIG = "the application's MultipartConfigElement";

    private final UploadProperties properties;

    private final ExplicitSettings explicit;

    UploadSettingsFactory(UploadProperties properties, ExplicitSettings explicit) {
        this.properties = properties;
        this.explicit = explicit;
    }

    Limit maxFileSize() {
        return explicit.size(ExplicitSettings.MAX_FILE_SIZE, "max-file-size", properties.maxFileSize());
    }

    Limit maxRequestSize() {
        return explicit.size(ExplicitSettings.MAX_REQUEST_SIZE, "max-request-size", properties.maxRequestSize());
    }

    UploadSettings create(MultipartConfigElement config) {
        DataSize floor = properties.minFreeSpace();
        return new UploadSettings(
                limits(config),
                config.getFileSizeThreshold(),
                properties.memoryBudget().toBytes(),
                Math.toIntExact(properties.bufferSize().toBytes()),
                new UploadSettings.Pace(
                        properties.minRate().toBytes(), properties.minRateGrace(), properties.timeout()),
                new UploadSettings.Linger(
                        properties.linger().maxSize().toBytes(),
                        properties.linger().maxTime()),
                (floor != null) ? floor.toBytes() : 0,
                eager());
    }

    private ParserLimits limits(MultipartConfigElement config) {
        boolean own = MultipartConfigElementFactory.isOwn(config);
        return new ParserLimits(
                own ? new Limit(config.getMaxFileSize(), OWN_CONFIG) : maxFileSize(),
                // Tomcat's bound of a form's text, which the container applies to the fields of a multipart body too.
                explicit.size(ExplicitSettings.MAX_FORM_POST_SIZE, "max-field-size", properties.maxFieldSize()),
                own ? new Limit(config.getMaxRequestSize(), OWN_CONFIG) : maxRequestSize(),
                explicit.count(ExplicitSettings.MAX_PART_COUNT, "max-parts", properties.maxParts()),
                explicit.size(
                        ExplicitSettings.MAX_PART_HEADER_SIZE, "max-part-header-size", properties.maxPartHeaderSize()),
                new Limit(
                        properties.maxTotalHeaderSize().toBytes(), UploadProperties.PREFIX + "max-total-header-size"));
    }

    private boolean eager() {
        Boolean lazily = explicit.resolveLazily();
        return (lazily != null) ? !lazily : properties.eager();
    }
}
