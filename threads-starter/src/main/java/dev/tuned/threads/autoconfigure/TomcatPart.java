/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** What is set on Tomcat's connector. */
record TomcatPart(TomcatThreadsCustomizer tomcat) implements Part {

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public @Nullable String inForce() {
        Integer size = this.tomcat.processorCache();
        if (size == null) {
            return null;
        }
        String setting = this.tomcat.processorCacheSetting();
        return "Tomcat processor cache " + ((size < 0) ? "unlimited" : String.valueOf(size))
                + ((setting != null) ? " (" + setting + ")" : "");
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("processorCache", this.tomcat.processorCache());
        return details;
    }
}
