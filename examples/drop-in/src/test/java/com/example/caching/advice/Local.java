/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import org.jspecify.annotations.Nullable;

import dev.tuned.examples.dropin.inside.Notes;

/** A value of the calling thread. */
class Local {

    private final ThreadLocal<@Nullable String> value = new ThreadLocal<>();

    String get() {
        String current = value.get();
        return current == null ? "none" : current;
    }

    Object during(String current, Notes.Action action) throws Throwable {
        value.set(current);
        try {
            return action.run();
        } finally {
            value.remove();
        }
    }
}
