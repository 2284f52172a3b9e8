/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the meter of heap allocated per request. Immutable.
 *
 * @param enabled Whether to measure the heap that requests allocate on their threads.
 * @param sampleRate Share of the requests that are measured, above 0 up to 1.
 */
public record HeapPerRequestProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0.01") double sampleRate) {}
