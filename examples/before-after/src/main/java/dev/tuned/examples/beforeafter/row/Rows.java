/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All rows, starter by starter. */
public final class Rows {

    private Rows() {}

    /** All rows by their names. */
    public static Map<String, Row> byName() {
        Map<String, Row> rows = new LinkedHashMap<>();
        List.of(
                        new UnreadConsole(),
                        new TerminatedOrders(),
                        new LoggedOrders(),
                        new SlowForms(),
                        Forms.ofPhotos(),
                        Forms.ofNotes(),
                        new ChangedProducts(),
                        new RestartedProducts(),
                        new WaitingRequests(),
                        new DownloadedFiles())
                .forEach(row -> rows.put(row.name(), row));
        return rows;
    }

    /** The rows of a default run. */
    public static List<Row> standard() {
        return byName().values().stream().filter(Row::isStandard).toList();
    }
}
