/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** What is set on Tomcat's connector. */
record TomcatPart(TomcatThreadsCustomizer tomcat, ConnectorTuner connector) implements Part {

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public @Nullable String inForce() {
        if (this.tomcat.processorCache() == null) {
            return null;
        }
        return Stream.of(processorCache(), this.connector.type(), this.connector.preset(), this.connector.leftAlone())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
    }

    private @Nullable String processorCache() {
        Integer size = this.tomcat.processorCache();
        if (size == null) {
            return null;
        }
        String setting = this.tomcat.processorCacheSetting();
        return "Tomcat processor cache " + ((size < 0) ? "unlimited" : String.valueOf(size))
                + ((setting != null) ? " (" + setting + ")" : "");
    }

    @Override
    public List<String> warnings() {
        return this.connector.warnings();
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("processorCache", this.tomcat.processorCache());
        String setting = this.tomcat.processorCacheSetting();
        if (setting != null) {
            details.put("processorCacheSetBy", setting);
        }
        details.putAll(this.connector.details());
        return details;
    }
}
