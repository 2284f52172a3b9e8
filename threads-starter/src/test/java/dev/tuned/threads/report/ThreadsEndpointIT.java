/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.json.JsonParserFactory;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

/** The endpoint over HTTP. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "opens to virtual threads from Java 24 on")
class ThreadsEndpointIT {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=tunedthreads";

    private static final String AUTO = "auto: virtual while requests wait";

    @Test
    void showsWhatEachTargetAskedForAndGotAndWhy() {
        try (WebApp app = WebApp.start(WebApp.WholeApp.class, EXPOSED, "tuned.threads.async.mode=platform")) {
            assertThat(part(app, "web"))
                    .containsExactly(
                            Map.entry("requested", "default"),
                            Map.entry("effective", "platform"),
                            Map.entry("why", AUTO));
            assertThat(part(app, "async"))
                    .containsExactly(
                            Map.entry("requested", "platform"),
                            Map.entry("effective", "platform"),
                            Map.entry("why", "tuned.threads.async.mode=platform"));
            assertThat(part(app, "scheduling"))
                    .containsExactly(Map.entry("requested", "default"), Map.entry("effective", "not enabled"));
            assertThat(part(app, "tomcat"))
                    .containsKeys("processorCache", "since")
                    .containsEntry("serving", "pool")
                    .containsEntry("why", "start")
                    .containsEntry("openings", 0);
        }
    }

    @Test
    void showsTheWhole() {
        try (WebApp app = WebApp.start(WebApp.WholeApp.class, EXPOSED)) {
            Map<String, Object> report = read(app);
            assertThat(report).extractingByKey("summary", STRING).startsWith("web platform (" + AUTO + "), async ");
            assertThat(report).extractingByKey("parts", MAP).containsKeys("web", "async", "scheduling", "tomcat");
        }
    }

    private static Map<String, Object> read(WebApp app) {
        return JsonParserFactory.getJsonParser().parseMap(app.get("/actuator/tunedthreads"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(WebApp app, String name) {
        return ((Map<String, Map<String, Object>>) read(app).get("parts")).get(name);
    }
}
