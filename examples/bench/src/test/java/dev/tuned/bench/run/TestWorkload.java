/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;

import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.ServiceProcess;

/**
 * A number of requests for {@code /hello}.
 *
 * @param requests how many there are in a slice
 */
public record TestWorkload(String name, int requests) implements Workload {

    private static final LoadRequest HELLO = LoadRequest.get("/hello", answer -> answer.status() == 200);

    @Override
    public String what() {
        return "GET";
    }

    @Override
    public String load() {
        return "4 connections";
    }

    @Override
    public void check(ServiceProcess service) throws IOException {
        if (!Exchange.send(service.address(), HELLO).text().equals("hello")) {
            throw new WrongAnswerException("not hello");
        }
    }

    @Override
    public LoadResult warmUp(ServiceProcess service, WarmUp.Round round) throws IOException {
        return run(service, round.requests());
    }

    @Override
    public LoadResult measure(ServiceProcess service, int slice) throws IOException {
        return run(service, requests);
    }

    private static LoadResult run(ServiceProcess service, long count) throws IOException {
        return LoadClient.run(service.address(), () -> HELLO, Load.closed(count, 4));
    }
}
