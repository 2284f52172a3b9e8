/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import tools.jackson.databind.json.JsonMapper;

/**
 * {@code couchbase [--port=N] [--until-eof]}: only the embedded Couchbase behind a {@link WireProxy}, as a process that several
 * variants share.
 *
 * <p>Prints its connection string as the one line of output once the samples are loaded, and then one line for each line of
 * input: for {@code count} the commands received so far, without the loading, as JSON; for {@code products} how many were on
 * products; {@code ok} for {@code delay MILLIS}, {@code down} and {@code up} (the wire) and for {@code write PREFIX COUNT}
 * (products with the time as their name).
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
        try (EmbeddedCouchbase couchbase = EmbeddedCouchbase.start("catalog", "catalog", 0);
                WireProxy wire = WireProxy.open(port, couchbase.port())) {
            out.println("couchbase://127.0.0.1:" + wire.port());
            out.flush();
            answer(couchbase, wire, in, out);
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

    private static void answer(EmbeddedCouchbase couchbase, WireProxy wire, InputStream in, PrintStream out)
            throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String answer = answer(couchbase, wire, line.strip());
            if (!answer.isEmpty()) {
                out.println(answer);
                out.flush();
            }
        }
    }

    /** What there is to say to a line; nothing to one that is not known. */
    private static String answer(EmbeddedCouchbase couchbase, WireProxy wire, String line) throws IOException {
        if (line.equals("count")) {
            return new JsonMapper().writeValueAsString(couchbase.commands());
        }
        if (line.equals("products")) {
            return String.valueOf(wire.productCommands());
        }
        String[] words = line.split(" ", -1);
        if (line.equals("down")) {
            wire.down();
        } else if (line.equals("up")) {
            wire.up();
        } else if (line.matches("delay \\d{1,6}")) {
            wire.delay(Duration.ofMillis(Integer.parseInt(words[1])));
        } else if (line.matches("write [a-z0-9-]+ \\d{1,6}")) {
            couchbase.write(words[1], Integer.parseInt(words[2]));
        } else {
            return "";
        }
        return "ok";
    }
}
