/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.catalog.LocalRedis;

/** All rows, starter by starter. */
public final class Rows {

    private Rows() {}

    /** All rows by their names; those with a Redis where one is installed. */
    public static Map<String, Row> byName() {
        Map<String, Row> rows = new LinkedHashMap<>();
        Stream.of(
                        Stream.of(
                                new UnreadConsole(),
                                new TerminatedOrders(),
                                new LoggedOrders(),
                                new SlowForms(),
                                Forms.ofPhotos(),
                                Forms.ofNotes()),
                        ofCaches(FarCache.COUCHBASE),
                        LocalRedis.isInstalled() ? ofCaches(FarCache.REDIS) : Stream.<Row>empty(),
                        Stream.of(new WaitingRequests(), new DownloadedFiles()))
                .flatMap(each -> each)
                .forEach(row -> rows.put(row.name(), row));
        return rows;
    }

    private static Stream<Row> ofCaches(FarCache far) {
        return Stream.of(
                new ChangedProducts(far), new RestartedProducts(far), new DistantCache(far), new UnreachableCache(far));
    }

    /** The rows of a default run. */
    public static List<Row> standard() {
        return byName().values().stream().filter(Row::isStandard).toList();
    }
}
