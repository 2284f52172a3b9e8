/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * Runs the facts in one JVM, since what they are counted on costs more to start than most of them: see
 * {@link TunedCatalog}.
 */
@Tag("nightly")
class FactsIT {

    @Nested
    class Uploads extends UploadFactsIT {}

    @Nested
    class RealClients extends RealClientsIT {}

    @Nested
    class Threads extends ThreadsFactsIT {}

    @Nested
    class Logging extends LoggingFactsIT {}
}
