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
        @DefaultValue("0.01") double sampleRate) {

    /**
     * @throws InvalidThreadsConfigurationException if the sample rate is not above 0 or is above 1
     */
    public HeapPerRequestProperties {
        if (!(sampleRate > 0 && sampleRate <= 1)) {
            throw new InvalidThreadsConfigurationException(
                    "tuned.threads.heap-per-request.sample-rate",
                    String.valueOf(sampleRate),
                    "is not above 0 and up to 1",
                    "Write the share of the requests to measure, such as 0.01, or set"
                            + " tuned.threads.heap-per-request.enabled=false to measure none.");
        }
    }
}
