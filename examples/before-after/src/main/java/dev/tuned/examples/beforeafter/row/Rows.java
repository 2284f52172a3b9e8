/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All rows. */
public final class Rows {

    private Rows() {}

    /** All rows by their names. */
    public static Map<String, Row> byName() {
        Map<String, Row> rows = new TreeMap<>();
        List.of(
                        new UnreadConsole(),
                        new TerminatedOrders(),
                        new LoggedOrders(),
                        new SlowForms(),
                        new WaitingRequests(),
                        new ScarceConnections(),
                        new ChangedProducts(),
                        new DownloadedFiles())
                .forEach(row -> rows.put(row.name(), row));
        return rows;
    }
}
