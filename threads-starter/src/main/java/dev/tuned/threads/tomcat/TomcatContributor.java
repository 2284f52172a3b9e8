/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.plan.ReportContributor;

/** What is set on Tomcat's connector. */
record TomcatContributor(TomcatThreadsCustomizer tomcat) implements ReportContributor {

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public @Nullable String summary() {
        Integer size = this.tomcat.processorCache();
        if (size == null) {
            return null;
        }
        String setting = this.tomcat.processorCacheSetting();
        int added = this.tomcat.additionalConnectors();
        return "Tomcat processor cache " + ((size < 0) ? "unlimited" : String.valueOf(size))
                + ((setting != null) ? " (" + setting + ")" : "")
                + ((added > 0) ? ", " + added + " more connector" + ((added > 1) ? "s" : "") + " left alone" : "");
    }

    @Override
    public Map<String, @Nullable Object> details() {
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("processorCache", this.tomcat.processorCache());
        String setting = this.tomcat.processorCacheSetting();
        if (setting != null) {
            details.put("processorCacheSetBy", setting);
        }
        return details;
    }
}
