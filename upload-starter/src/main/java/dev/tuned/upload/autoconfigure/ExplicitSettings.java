/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.Limit;

/** What the application sets by Boot's own properties, in any spelling that Boot accepts: it wins over ours. */
final class ExplicitSettings {

    static final String THRESHOLD = "spring.servlet.multipart.file-size-threshold";

    static final String LOCATION = "spring.servlet.multipart.location";

    static final String RESOLVE_LAZILY = "spring.servlet.multipart.resolve-lazily";

    static final String MAX_FILE_SIZE = "spring.servlet.multipart.max-file-size";

    static final String MAX_REQUEST_SIZE = "spring.servlet.multipart.max-request-size";

    static final String MAX_PART_COUNT = "server.tomcat.max-part-count";

    static final String MAX_PART_HEADER_SIZE = "server.tomcat.max-part-header-size";

    static final String MAX_FORM_POST_SIZE = "server.tomcat.max-http-form-post-size";

    private final Binder binder;

    ExplicitSettings(Environment environment) {
        this.binder = Binder.get(environment);
    }

    boolean threshold() {
        return binder.bind(THRESHOLD, DataSize.class).isBound();
    }

    boolean location() {
        BindResult<String> directory = binder.bind(LOCATION, String.class);
        // Boot takes a location without text for one that is not set.
        return directory.isBound() && StringUtils.hasText(directory.get());
    }

    /** Whether Boot's flag asks for the early, or the late, reading of the body; null if it is not set. */
    @Nullable
    Boolean resolveLazily() {
        return binder.bind(RESOLVE_LAZILY, Boolean.class).orElse(null);
    }

    /** The limit in force: theirs if the application sets it, else ours. */
    Limit size(String theirs, String ours, DataSize value) {
        BindResult<DataSize> explicit = binder.bind(theirs, DataSize.class);
        return explicit.isBound()
                ? new Limit(explicit.get().toBytes(), theirs)
                : new Limit(value.toBytes(), UploadProperties.PREFIX + ours);
    }

    /** The limit in force: theirs if the application sets it, else ours. */
    Limit count(String theirs, String ours, int value) {
        BindResult<Integer> explicit = binder.bind(theirs, Integer.class);
        return explicit.isBound()
                ? new Limit(explicit.get(), theirs)
                : new Limit(value, UploadProperties.PREFIX + ours);
    }
}
