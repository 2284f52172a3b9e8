/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** Whether the application sets Boot's own multipart properties, in any spelling that Boot accepts. */
final class ExplicitMultipartSettings {

    static final String THRESHOLD = "spring.servlet.multipart.file-size-threshold";

    static final String LOCATION = "spring.servlet.multipart.location";

    private final boolean threshold;

    private final boolean location;

    ExplicitMultipartSettings(Environment environment) {
        Binder binder = Binder.get(environment);
        this.threshold = binder.bind(THRESHOLD, DataSize.class).isBound();
        BindResult<String> directory = binder.bind(LOCATION, String.class);
        // Boot takes a location without text for one that is not set.
        this.location = directory.isBound() && StringUtils.hasText(directory.get());
    }

    boolean threshold() {
        return threshold;
    }

    boolean location() {
        return location;
    }
}
