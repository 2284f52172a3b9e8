/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import dev.tuned.examples.dropin.Application;

/** The same requests to an application with settings of its own, or beans: a class each. */
final class SettingsScenarios {

    private SettingsScenarios() {}

    /** Sizes around its limits, and some of the corpus. */
    private abstract static class Settings extends UploadsScenario {

        private final String[] arguments;
        private final String prefix;

        Settings(String prefix, String... arguments) {
            this.prefix = prefix;
            this.arguments = arguments;
        }

        @Override
        public Application application() {
            return super.application().arguments(arguments);
        }

        @Override
        void use(Session session) throws Exception {
            for (String beans : List.of("limits", "storage", "resolvers")) {
                session.get("injected " + beans, prefix + "beans/" + beans);
            }
            for (int size : new int[] {0, 1, 999, 1_000, 1_001, 1_024, 1_025, 2_000, 2_001, 4_000, 6_000, 12_000}) {
                send(session, Upload.form("file of " + size + " bytes", size));
            }
            for (int fields : new int[] {1, 2, 3, 4, 5, 6, 9, 10, 11}) {
                send(session, fields(fields + " fields", fields, 10));
            }
            for (int size : new int[] {1_000, 1_001, 3_000, 5_000, 10_000, 10_240, 10_241}) {
                send(session, fields("field of " + size + " bytes", 1, size));
            }
            for (Upload upload : Corpus.of("settings")) {
                session.send(upload, prefix);
            }
            for (String path :
                    List.of("absent", "nothing", "unread", "style/model", "style/json", "functional/parts")) {
                session.sendTo(prefix + path, Upload.form("form to " + path, 20));
                session.sendTo(prefix + path, Upload.form("file of 12 KB to " + path, 12_000));
            }
        }

        private void send(Session session, Upload upload) throws IOException {
            session.send(upload, prefix);
        }

        private static Upload fields(String name, int count, int size) {
            String field = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n" + "a".repeat(size) + "\r\n";
            return new Upload(
                    name,
                    List.of(),
                    "Content-Type: multipart/form-data; boundary=X\r\n",
                    (field.repeat(count) + "--X--\r\n").getBytes());
        }
    }

    static final class LimitsScenario extends Settings {
        LimitsScenario() {
            super(
                    "/shop/api/",
                    "--spring.servlet.multipart.max-file-size=1KB",
                    "--spring.servlet.multipart.max-request-size=5KB",
                    "--spring.servlet.multipart.file-size-threshold=500B",
                    "--spring.servlet.multipart.location=spool",
                    "--server.servlet.context-path=/shop",
                    "--spring.mvc.servlet.path=/api");
        }
    }

    static final class TomcatLimitsAndPagesScenario extends Settings {
        TomcatLimitsAndPagesScenario() {
            super(
                    "/",
                    "--server.tomcat.max-part-count=5",
                    "--server.tomcat.max-part-header-size=100B",
                    "--server.tomcat.max-parameter-count=10",
                    "--server.tomcat.max-http-form-post-size=10KB",
                    "--spring.web.error.include-message=always",
                    "--spring.web.error.include-exception=true");
        }

        @Override
        public Application application() {
            return super.application().resources(Path.of("src/test/resources/upload/pages"));
        }
    }

    static final class LazilyUnlimitedScenario extends Settings {
        LazilyUnlimitedScenario() {
            super(
                    "/",
                    "--spring.servlet.multipart.resolve-lazily=true",
                    "--spring.servlet.multipart.max-file-size=-1",
                    "--spring.servlet.multipart.max-request-size=-1",
                    "--spring.servlet.multipart.strict-servlet-compliance=true",
                    "--server.tomcat.max-part-count=-1",
                    "--server.tomcat.max-part-header-size=20KB",
                    "--server.tomcat.max-http-form-post-size=-1",
                    "--spring.mvc.problemdetails.enabled=true");
        }
    }

    static final class DisabledScenario extends Settings {
        DisabledScenario() {
            super("/", "--spring.servlet.multipart.enabled=false");
        }
    }

    static final class OwnConfigurationAndAdviceScenario extends Settings {
        OwnConfigurationAndAdviceScenario() {
            super("/", "--spring.profiles.active=own-configuration,advice");
        }
    }

    static final class OwnResolverScenario extends Settings {
        OwnResolverScenario() {
            super("/", "--spring.profiles.active=own-resolver", "--spring.servlet.multipart.max-file-size=2KB");
        }
    }

    static final class MultipartFilterScenario extends Settings {
        MultipartFilterScenario() {
            super(
                    "/",
                    "--spring.profiles.active=multipart-filter",
                    "--spring.mvc.hiddenmethod.filter.enabled=true",
                    "--spring.servlet.multipart.max-request-size=5KB");
        }
    }
}
