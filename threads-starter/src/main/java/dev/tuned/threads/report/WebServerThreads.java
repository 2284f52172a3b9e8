/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The threads of the web server, once it has started. */
public interface WebServerThreads {

    String NO_TOMCAT = "left alone (no embedded Tomcat)";

    /** For a class path without Tomcat. */
    WebServerThreads NONE = () -> NO_TOMCAT;

    /** The threads of the application's web server; {@link #NONE} where it has no Tomcat. */
    static WebServerThreads of(BeanFactory beans) {
        return beans.getBeanProvider(WebServerThreads.class).getIfAvailable(() -> NONE);
    }

    /** Whether requests are handled on virtual threads. */
    default boolean virtual() {
        return false;
    }

    /** Says why the decided kind of thread is not applied; null where it is. */
    @Nullable
    String notAppliedReason();
}
