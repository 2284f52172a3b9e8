/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.numbers.NumbersApplication;

import dev.tuned.examples.dropin.Application;

/**
 * What operators look at: Tomcat's access log and its counter of bytes, and Boot's meter of requests, for files that were sent, or
 * given up by their clients. The actuator has a port of its own, so that asking for numbers does not change them.
 */
class NumbersScenario extends FileNeighboursScenario {

    private static final int PART_BYTES = 200_000;

    @Override
    public Application application() {
        return files(NumbersApplication.class)
                .arguments(
                        "--spring.web.resources.static-locations=file:site/",
                        "--management.server.port=0",
                        "--server.tomcat.mbeanregistry.enabled=true",
                        "--server.tomcat.basedir=tomcat",
                        "--server.tomcat.accesslog.enabled=true",
                        "--server.tomcat.accesslog.buffered=false",
                        "--server.tomcat.accesslog.file-date-format=",
                        "--server.tomcat.accesslog.pattern=%m %U '%{Range}i' %s %b");
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.managementPort();
        Numbers numbers = new Numbers(downloader);
        downloader.past(
                "sent",
                () -> {
                    numbers.whole("/1.txt");
                    numbers.whole("/47k.txt");
                    numbers.whole("/49k.txt");
                    numbers.whole("/300k.bin");
                    numbers.whole("/large.bin");
                    numbers.whole("/300k.bin", "Range: bytes=0-99");
                    numbers.whole("/300k.bin", "Range: bytes=1000-200999");
                },
                "tomcat_global_sent_bytes_total",
                "http_server_requests_seconds_count");
        downloader.past("given up", () -> {
            numbers.givenUp("/large.bin", 0);
            numbers.givenUp("/large.bin", PART_BYTES);
            numbers.givenUp("/large.bin", PART_BYTES, "Range: bytes=1000-30000000");
        });
        downloader.pastLeftToStock(
                "several ranges given up",
                () -> numbers.givenUp("/large.bin", PART_BYTES, "Range: bytes=0-20000000,30000000-30000001"));
        downloader.past("sent afterwards", () -> numbers.whole("/49k.txt"));
    }

    /** The second port. */
    @Override
    public String normalize(String text) {
        return ProbesOnOwnPortScenario.withoutManagementPort(super.normalize(text));
    }
}
