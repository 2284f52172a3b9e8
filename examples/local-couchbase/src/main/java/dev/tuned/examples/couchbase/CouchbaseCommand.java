/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code java -jar local-couchbase-exec.jar [--port=N]}: a local Couchbase as its own process, which several services
 * share. {@link Wires} describes the commands it reads from its input, one a line; it ends with its input.
 *
 * <p>Its first line of output is {@code ready} once the samples are loaded. With {@code --port} it is the connection
 * string of a wire on that port, whose name is {@code default}.
 */
public final class CouchbaseCommand {

    private static final int USAGE = 64;

    private CouchbaseCommand() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.in, System.out, System.err));
    }

    /** Runs until the input ends and returns the exit code. */
    static int run(List<String> options, InputStream in, PrintStream out, PrintStream err) {
        int port = -1;
        for (String option : options) {
            if (option.matches("--port=\\d{1,5}") && Integer.parseInt(option.substring(7)) <= 65_535) {
                port = Integer.parseInt(option.substring(7));
            } else {
                err.println("Unknown option or value '" + option + "'; usage: local-couchbase [--port=0..65535]");
                return USAGE;
            }
        }
        // Name and password are the services' defaults: a service needs the connection string only.
        try (EmbeddedCouchbase couchbase = EmbeddedCouchbase.start("catalog", "catalog", 0);
                Wires wires = new Wires(couchbase)) {
            print(out, port < 0 ? "ready" : wires.open("default", port));
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                print(out, wires.answer(line.strip()));
            }
            return 0;
        } catch (IOException ex) {
            err.println("Cannot listen on 127.0.0.1 (" + ex.getMessage() + "); choose another port with --port=N");
            return 1;
        }
    }

    private static void print(PrintStream out, String line) {
        out.println(line);
        out.flush();
    }
}
