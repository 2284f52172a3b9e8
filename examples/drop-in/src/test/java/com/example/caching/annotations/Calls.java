/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts calls by what was called with which arguments, so that no row of a table depends on another. */
class Calls {

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /** Counts one and says which it was. */
    String of(String method, Object... arguments) {
        String call = method + Arrays.deepToString(arguments);
        return call + "#" + counts.merge(call, 1, Integer::sum);
    }

    int count(String method, Object... arguments) {
        return counts.getOrDefault(method + Arrays.deepToString(arguments), 0);
    }
}
