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
        public String leftAlone() {
            return NO_TOMCAT;
        }
    };

    String NO_TOMCAT = "left alone (no embedded Tomcat)";

    /** Whether requests are handled on virtual threads. */
    boolean virtual();

    /** Says why the decided kind of thread is not in force; null where it is. */
    @Nullable
    String leftAlone();
}
