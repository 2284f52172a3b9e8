/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.plan.ReportPart;

/** What is set on Tomcat's connector. */
record TomcatPart(TomcatThreadsCustomizer tomcat) implements ReportPart {

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
        return "Tomcat processor cache " + ((size < 0) ? "unlimited" : String.valueOf(size))
                + (this.tomcat.processorCacheIsUsers()
                        ? " (" + TomcatThreadsCustomizer.BOOT_PROCESSOR_CACHE + ")"
                        : "");
    }

    @Override
    public Map<String, @Nullable Object> details() {
        return Collections.singletonMap("processorCache", this.tomcat.processorCache());
    }
}
