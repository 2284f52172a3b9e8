/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.Site;
import dev.tuned.examples.beforeafter.catalog.FastLaunch;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

/**
 * Starts the services of columns.
 *
 * @param site where they run
 * @param couchbase what they read
 * @param next the columns of the next row
 * @param left the instances with which it begins: those of this row where the columns are equal
 */
public record Services(Site site, LocalCouchbase couchbase, List<Column> next, Map<Column, ServiceProcess> left)
        implements Instances.Starter {

    /**
     * Most of what is counted does not depend on the compiler: with the first one alone, three services start and are
     * played in a third of the time. A JVM that is killed would leave its file of performance counters.
     */
    public static final List<String> JVM_FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    /** For a service that is warmed up: the last flag of a name counts. */
    private static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

    private static final String READY_PATH = "/actuator/health";

    /** Starts the services of a single row. */
    public Services(Site site, LocalCouchbase couchbase) {
        this(site, couchbase, List.of(), new ConcurrentHashMap<>());
    }

    /** Trains fast launches of jars that have none yet. */
    public void train(List<Column> columns) throws IOException, InterruptedException {
        for (FastLaunch launch : columns.stream().map(Services::fast).distinct().toList()) {
            launch.train(site, List.of(), READY_PATH, service -> {
                service.get("/hello");
                service.get("/actuator/metrics/jvm.memory.used");
            });
        }
    }

    private static FastLaunch fast(Column column) {
        return new FastLaunch(column.java(), column.jar(), JVM_FLAGS);
    }

    @Override
    public ServiceProcess start(Column column, String name) throws IOException, InterruptedException {
        ServiceProcess earlier = left.remove(column);
        if (earlier != null && !earlier.hasEnded()) {
            return earlier;
        }
        List<String> arguments = new ArrayList<>(column.arguments());
        arguments.addAll(site.environment().argumentsFor(name));
        if (FarCache.isRedis(column)) {
            arguments.addAll(couchbase.redisArgumentsFor(name));
        }
        Variant variant = fast(column)
                .launch(column.name())
                .withJvmFlags("-Xmx" + column.heap())
                .withJvmFlags(column.warm() ? new String[] {BOTH_COMPILERS} : new String[0])
                .with(arguments.toArray(String[]::new));
        PipedOutput output = new PipedOutput();
        ServiceProcess service = new ServiceProcess(
                name, variant, site.work().resolve(name), site.children(), column.piped() ? output::read : null);
        output.belongsTo(service);
        service.awaitReady(READY_PATH);
        return service;
    }

    @Override
    public void end(Column column, ServiceProcess service) {
        if (next.contains(column) && !service.hasEnded()) {
            left.put(column, service);
        } else {
            service.kill();
        }
    }

    @Override
    public void startNext(Column column) throws IOException, InterruptedException {
        for (Column each : next) {
            if (each.name().equals(column.name()) && !left.containsKey(each)) {
                String name = (site.work().getFileName() + "-next-" + column.name()).replace(' ', '-');
                left.put(each, start(each, name));
            }
        }
    }
}
