/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import tools.jackson.databind.json.JsonMapper;

/**
 * {@code couchbase [--port=N] [--until-eof]}: only the embedded Couchbase, as a process that several variants share.
 *
 * <p>Prints its connection string as the one line of output once the samples are loaded, and then one line of JSON for each
 * line {@code count} of input: the commands received so far, without the loading.
 */
final class CouchbaseCommand {

    private static final int USAGE = 64;

    private CouchbaseCommand() {}

    /** Runs until the process ends or, with {@code --until-eof}, until the input does; returns the exit code. */
    static int run(List<String> options, InputStream in, PrintStream out, PrintStream err) {
        int port = 0;
        boolean untilEof = false;
        for (String option : options) {
            if (option.equals("--until-eof")) {
                untilEof = true;
            } else if (option.matches("--port=\\d{1,5}") && Integer.parseInt(option.substring(7)) <= 65_535) {
                port = Integer.parseInt(option.substring(7));
            } else {
                err.println(
                        "Unknown option or value '" + option + "'; usage: couchbase [--port=0..65535] [--until-eof]");
                return USAGE;
            }
        }
        // Name and password are the defaults of catalog.yml, so that a variant needs the connection string only.
        try (EmbeddedCouchbase couchbase = EmbeddedCouchbase.start("catalog", "catalog", port)) {
            out.println(couchbase.connectionString());
            out.flush();
            answer(couchbase, in, out);
            if (!untilEof) {
                new CountDownLatch(1).await();
            }
            return 0;
        } catch (IOException e) {
            err.println(
                    "Cannot listen on 127.0.0.1:" + port + " (" + e.getMessage() + "); choose another with --port=N");
            return 1;
        } catch (InterruptedException e) {
            return 0;
        }
    }

    private static void answer(EmbeddedCouchbase couchbase, InputStream in, PrintStream out) throws IOException {
        JsonMapper json = new JsonMapper();
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.strip().equals("count")) {
                out.println(json.writeValueAsString(couchbase.commands()));
                out.flush();
            }
        }
    }
}
