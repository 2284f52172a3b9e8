/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.jspecify.annotations.Nullable;

/** The threads of the web server; asked once it has started. */
public interface WebServerThreads {

    /** Stands in where the class path has no Tomcat. */
    WebServerThreads NONE = new WebServerThreads() {

        @Override
        public boolean virtual() {
            return false;
        }

        @Override
        public String notAppliedReason() {
            return NO_TOMCAT;
        }
    };

    String NO_TOMCAT = "left alone (no embedded Tomcat)";

    /** Whether requests are handled on virtual threads. */
    boolean virtual();

    /** Says why the decided kind of thread is not applied; null where it is. */
    @Nullable
    String notAppliedReason();
}
