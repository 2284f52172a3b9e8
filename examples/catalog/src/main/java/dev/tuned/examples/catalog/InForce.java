/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Facts about the running service, observed and not configured. */
record InForce(
        String variant,
        String java,
        String springBoot,
        RequestThread thread,
        @Nullable Multipart multipart,
        List<Appender> logging,
        List<Cache> caches,
        @Nullable Integer tomcatProcessorCache,
        List<Stage> stages) {

    record RequestThread(String kind, String name) {}

    record Multipart(long thresholdBytes, String location, long maxFileBytes, long maxRequestBytes) {}

    record Appender(
            String name,
            String type,
            boolean asynchronous,
            @Nullable Integer queueSize,
            @Nullable Integer queued,
            @Nullable Boolean immediateFlush,
            List<Appender> behind) {}

    record Stage(String name, long count, double meanMs, double p50Ms, double p99Ms, double maxMs) {}

    record Cache(String manager, String type, List<String> names) {}
}
