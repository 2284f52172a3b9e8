/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;

/** Ordinary and unusual requests to controllers of every style; what is injected; the meters afterwards. */
class StylesScenario extends UploadsScenario {

    private static final List<String> PARAMETERS = List.of(
            "file",
            "file-by-name",
            "array",
            "list",
            "map",
            "multi-map",
            "strings",
            "part",
            "part-list",
            "part-map",
            "json",
            "json-map",
            "part-text",
            "part-bytes",
            "part-resource",
            "model",
            "model-without-errors",
            "record",
            "optional",
            "not-required",
            "text",
            "field",
            "web-request",
            "multipart-request",
            "headers",
            "byte-at-a-time",
            "copied",
            "skip-and-again",
            "resource",
            "callable",
            "body",
            "entity");
    private static final List<String> OTHERS = List.of(
            "functional/parts",
            "functional/params",
            "functional/body",
            "store/to-path",
            "store/to-file",
            "store/twice",
            "store/over-another",
            "store/write",
            "store/write-relative",
            "store/read-after-move",
            "store/delete",
            "store/to-nowhere",
            "store/keep",
            "store/kept",
            "nothing",
            "unread",
            "absent",
            "hello");

    @Override
    public Application application() {
        Application plain = super.application();
        return new Application(
                        plain.main(),
                        ClassPath.of("spring-boot-starter-webmvc", "spring-boot-starter-actuator"),
                        plain.arguments(),
                        plain.jvmOptions(),
                        plain.resources())
                .arguments("--management.endpoints.web.exposure.include=*");
    }

    @Override
    void use(Session session) throws Exception {
        List<String> paths = new ArrayList<>();
        PARAMETERS.forEach(style -> paths.add("style/" + style));
        paths.addAll(OTHERS);
        for (Upload upload : Corpus.of("styles")) {
            for (String path : paths) {
                String name = upload.name() + " to " + path;
                session.sendTo("/" + path, new Upload(name, upload.options(), upload.head(), upload.body()));
            }
        }
        for (String beans : List.of("limits", "storage", "resolvers")) {
            session.get("injected " + beans, "/beans/" + beans);
        }
        RawHttp.Answer meter = RawHttp.get(session.application().port(), "/actuator/metrics/http.server.requests");
        session.recording().add("meter of requests", "body", meter.body());
    }

    @Override
    public String normalize(String text) {
        return text.replaceAll("(\"statistic\":\"(TOTAL_TIME|MAX)\",\"value\":)[0-9.E-]+", "$1<duration>");
    }
}
