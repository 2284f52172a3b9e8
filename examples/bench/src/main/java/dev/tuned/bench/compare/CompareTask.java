/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.process.Variant;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.Claim;

/**
 * What is to be compared, and how.
 *
 * @param requests the requests
 * @param before the service before
 * @param after the service after
 * @param added starters to add to a copy of its jar
 * @param compared what of the answers has to agree
 * @param load the load of both
 * @param launches how often each is launched
 * @param rough whether figures of one launch are all that is wanted
 * @param claims what has to hold
 * @param accepted what may become worse, and up to which ratio
 * @param methods when to look which methods grew: {@code worse}, {@code always} or {@code never}
 * @param baseline an earlier run to compare with, or {@code null}
 * @param settings what the results say of it
 * @param files where the results go
 * @param command the command line
 */
public record CompareTask(
        List<FileRequest> requests,
        Variant before,
        Variant after,
        List<String> added,
        String compared,
        ServiceLoad load,
        int launches,
        boolean rough,
        List<Claim.Condition> claims,
        List<Claim.Condition> accepted,
        String methods,
        @Nullable Results baseline,
        Map<String, String> settings,
        Files files,
        String command) {

    /** Where results go; {@code null} for nowhere. */
    public record Files(
            @Nullable Path json,
            @Nullable Path html,
            @Nullable Path markdown,
            @Nullable Path junit) {}

    /** The Java of both services, described once where it is the same. */
    public static String javas(Variant before, Variant after) {
        List<String> all = Stream.of(before, after)
                .map(variant -> variant.java() == null
                        ? "of the running service"
                        : variant.java().describe())
                .distinct()
                .toList();
        return all.size() == 1 ? all.get(0) : all.get(0) + " before, " + all.get(1) + " after";
    }
}
