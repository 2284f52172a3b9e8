/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.Locale;

/** The starters, each of which can be put on an application's class path. */
public enum Starter {
    UPLOAD,
    LOGGING,
    CACHE,
    THREADS;

    String artifact() {
        return "dev.tuned:tuned-" + name().toLowerCase(Locale.ROOT) + "-spring-boot-starter";
    }
}
