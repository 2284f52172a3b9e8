/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import java.util.List;

import com.example.caching.rest.RestApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Spring Data REST over cached repositories, with the session open in view and Hibernate's second-level cache. */
class RestScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                        RestApplication.class,
                        // With two providers of JCache Spring Boot takes none for its own caches.
                        AnnotationsScenario.CAFFEINE.and(
                                "spring-boot-starter-data-rest",
                                "spring-boot-starter-data-jpa",
                                "org.hibernate.orm:hibernate-jcache",
                                "org.ehcache:ehcache",
                                "com.github.ben-manes.caffeine:jcache",
                                "com.h2database:h2"))
                .arguments(
                        "--spring.datasource.url=jdbc:h2:mem:genres",
                        "--spring.jpa.properties.hibernate.generate_statistics=true",
                        "--spring.jpa.properties.hibernate.cache.use_second_level_cache=true",
                        "--spring.jpa.properties.hibernate.cache.region.factory_class=jcache",
                        "--spring.jpa.properties.hibernate.javax.cache.provider=org.ehcache.jsr107.EhcacheCachingProvider",
                        "--spring.jpa.properties.hibernate.javax.cache.missing_cache_strategy=create",
                        "--logging.level.root=warn");
    }

    /** The JVM names the first of the libraries that use what it will not have any more. */
    @Override
    public String normalize(String text) {
        return text.replaceAll("(?m)^WARNING: (sun.misc.Unsafe::|Please consider reporting this).*\\R", "");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        for (String round : List.of("first", "again")) {
            for (String path : List.of(
                    "/own/genres/1",
                    "/own/names/1",
                    "/own/summaries",
                    "/own/pages",
                    "/genres",
                    "/genres/1",
                    "/genres/2",
                    "/genres/3",
                    "/genres/search/findByNameStartingWith?start=c&size=1",
                    "/own/statistics")) {
                RawHttp.get(application.port(), path).recordAs(path + ", " + round, recording);
            }
        }
        send("PUT", "/genres/1", "{\"name\":\"thriller\",\"titles\":[\"four\"]}", application, recording);
        send("PATCH", "/genres/2", "{\"name\":\"farce\"}", application, recording);
        send("DELETE", "/genres/2", "", application, recording);
        for (String path : List.of("/own/genres/1", "/own/names/1", "/own/summaries", "/genres/1", "/genres/2")) {
            RawHttp.get(application.port(), path).recordAs(path + ", changed", recording);
        }
    }

    private static void send(
            String method, String path, String body, RunningApplication application, Recording recording)
            throws Exception {
        RawHttp.exchange(
                        application.port(),
                        (method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                        + "Content-Type: application/json\r\nContent-Length: " + body.length()
                                        + "\r\n\r\n" + body)
                                .getBytes(ISO_8859_1))
                .recordAs(method + " " + path, recording);
    }
}
