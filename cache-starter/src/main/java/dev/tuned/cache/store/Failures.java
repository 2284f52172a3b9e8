/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

import java.util.concurrent.CompletionException;

/** Helps to look at what a future failed with. */
public final class Failures {

    private Failures() {}

    /** The failure itself, without the wrapper that a dependent future puts around it. */
    public static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return (error instanceof CompletionException && cause != null) ? cause : error;
    }
}
