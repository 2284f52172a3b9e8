/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The named wires in front of one Couchbase: each client has its own, with counts, delay and outages, and may have one
 * to a Redis with the same. For one thread.
 *
 * <table>
 * <caption>Commands and their answers</caption>
 * <tr><td>{@code wire NAME}</td><td>opens a wire and answers its connection string; an older one of that name is closed</td></tr>
 * <tr><td>{@code redis NAME PORT}</td><td>opens its wire to the Redis on that port and answers the port of the wire</td></tr>
 * <tr><td>{@code count NAME}</td><td>commands on documents since the wire was opened</td></tr>
 * <tr><td>{@code products NAME}</td><td>those of them on products</td></tr>
 * <tr><td>{@code delay NAME MILLIS}</td><td>{@code ok}; delays every answer</td></tr>
 * <tr><td>{@code down NAME}, {@code up NAME}</td><td>{@code ok}; refuses connections, and accepts them again</td></tr>
 * <tr><td>{@code lose NAME MILLIS}</td><td>{@code ok}; loses what caches ask, for this time</td></tr>
 * <tr><td>{@code close NAME}</td><td>{@code ok}; forgets the wire</td></tr>
 * <tr><td>{@code write PREFIX COUNT}</td><td>{@code ok}; writes products that have the time in milliseconds as name</td></tr>
 * <tr><td>anything else</td><td>{@code error: } and what is wrong</td></tr>
 * </table>
 */
final class Wires implements AutoCloseable {

    private final EmbeddedCouchbase couchbase;

    /** The wires of a client: to Couchbase, and one to a Redis where it has one. */
    private final Map<String, List<WireProxy>> wires = new HashMap<>();

    Wires(EmbeddedCouchbase couchbase) {
        this.couchbase = couchbase;
    }

    /** Opens a wire and returns its connection string. */
    String open(String name, int port) throws IOException {
        close(wires.getOrDefault(name, List.of()));
        WireProxy wire = WireProxy.open(port, couchbase.port());
        wires.put(name, new ArrayList<>(List.of(wire)));
        return wire.connectionString();
    }

    /** Carries out a command; the answer is one line. */
    String answer(String line) {
        try {
            return carryOut(line.split(" +", -1));
        } catch (IOException | IllegalArgumentException ex) {
            return "error: "
                    + String.valueOf(ex.getMessage()).lines().findFirst().orElse("unknown");
        }
    }

    private String carryOut(String[] words) throws IOException {
        switch (words[0]) {
            case "wire" -> {
                return open(name(words, 2), 0);
            }
            case "redis" -> {
                List<WireProxy> ofClient = wires(words, 3);
                WireProxy wire = WireProxy.openToRedis(number(words[2]));
                ofClient.add(wire);
                return String.valueOf(wire.port());
            }
            case "count" -> {
                return sum(wires(words, 2), WireProxy::commands);
            }
            case "products" -> {
                return sum(wires(words, 2), WireProxy::productCommands);
            }
            case "delay" -> {
                for (WireProxy wire : wires(words, 3)) {
                    wire.delay(millis(words));
                }
            }
            case "lose" -> {
                for (WireProxy wire : wires(words, 3)) {
                    wire.loseCaches(millis(words));
                }
            }
            case "down" -> {
                for (WireProxy wire : wires(words, 2)) {
                    wire.down();
                }
            }
            case "up" -> {
                for (WireProxy wire : wires(words, 2)) {
                    wire.up();
                }
            }
            case "close" -> {
                close(wires(words, 2));
                wires.remove(words[1]);
            }
            case "write" -> couchbase.write(name(words, 3), number(words[2]));
            default -> throw new IllegalArgumentException("unknown command '" + words[0] + "'");
        }
        return "ok";
    }

    private List<WireProxy> wires(String[] words, int length) {
        List<WireProxy> ofClient = wires.get(name(words, length));
        if (ofClient == null) {
            throw new IllegalArgumentException("no wire is named '" + words[1] + "'");
        }
        return ofClient;
    }

    private static String sum(List<WireProxy> wires, ToLongFunction<WireProxy> count) {
        return String.valueOf(wires.stream().mapToLong(count).sum());
    }

    private static Duration millis(String[] words) {
        return Duration.ofMillis(number(words[2]));
    }

    private static String name(String[] words, int length) {
        if (words.length != length) {
            throw new IllegalArgumentException(
                    words[0] + " takes " + (length - 1) + (length == 2 ? " argument" : " arguments"));
        }
        if (!words[1].matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException("names consist of letters, digits, '_' and '-'");
        }
        return words[1];
    }

    private static int number(String word) {
        if (!word.matches("\\d{1,6}")) {
            throw new IllegalArgumentException("'" + word + "' is not a number from 0 to 999999");
        }
        return Integer.parseInt(word);
    }

    private static void close(List<WireProxy> wires) throws IOException {
        for (WireProxy wire : wires) {
            wire.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (List<WireProxy> ofClient : wires.values()) {
            close(ofClient);
        }
    }
}
