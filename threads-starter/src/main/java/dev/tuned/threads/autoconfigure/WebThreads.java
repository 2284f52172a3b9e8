/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.Nullable;

/** What is in force on the web server; asked once it has started. */
interface WebThreads {

    /** Stands in where the class path has no Tomcat. */
    WebThreads NONE = new WebThreads() {

        @Override
        public boolean virtual() {
            return false;
        }

        @Override
        public String describe() {
            return NO_TOMCAT;
        }

        @Override
        public @Nullable String processorCache() {
            return null;
        }
    };

    String NO_TOMCAT = "web left alone (no embedded Tomcat)";

    /** Whether requests are handled on virtual threads. */
    boolean virtual();

    /** Says which threads handle requests and why, or what does not apply. */
    String describe();

    /** Says how many idle request processors are kept; null where that does not apply. */
    @Nullable
    String processorCache();
}
