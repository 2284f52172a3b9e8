/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.uploadsecurity.SecuredUploadsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;

/** Behind Spring Security: the CSRF token in a field, a header or the query, refusals, and templates as error pages. */
class SecurityScenario extends UploadsScenario {

    private static final Pattern SESSION = Pattern.compile("JSESSIONID=(\\w+)");
    private static final String USER = "Authorization: Basic dXNlcjpwYXNzd29yZA==";

    @Override
    public Application application() {
        return logging(Application.of(
                                SecuredUploadsApplication.class,
                                ClassPath.of(
                                        "spring-boot-starter-webmvc",
                                        "spring-boot-starter-security",
                                        "spring-boot-starter-thymeleaf"))
                        .resources(Path.of("src/test/resources/upload/templates")))
                .arguments("--spring.web.error.include-message=always", "--spring.web.error.include-exception=true");
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public String normalize(String text) {
        return text.replaceAll("JSESSIONID=\\w+", "JSESSIONID=<session>")
                .replaceAll("_csrf=[\\w-]+", "_csrf=<token>")
                .replaceAll("value=\"[\\w-]{90,}\"", "value=\"<token>\"");
    }

    @Override
    void use(Session session) throws Exception {
        RawHttp.Answer answer = RawHttp.get(session.application().port(), "/token");
        Matcher matcher = SESSION.matcher(answer.head());
        if (!matcher.find()) {
            throw new IllegalStateException("no session: " + answer.text());
        }
        String cookie = "Cookie: JSESSIONID=" + matcher.group(1);
        String token = answer.body().replace("_csrf=", "").strip();
        for (String accept : List.of("text/html", "application/json")) {
            for (Size size : Size.values()) {
                String suffix = ", " + size + ", " + accept;
                String[] user = {cookie, USER, "Accept: " + accept};
                session.sendTo("/files", form("token in a field" + suffix, token, true, size, user));
                session.sendTo("/files", form("token behind the file" + suffix, token, false, size, user));
                session.sendTo("/files", form("wrong token" + suffix, "wrong", true, size, user));
                session.sendTo("/files", form("no token" + suffix, null, true, size, user));
                session.sendTo("/files?_csrf=" + token, form("token in the query" + suffix, null, true, size, user));
                String[] header = {cookie, USER, "Accept: " + accept, "X-CSRF-TOKEN: " + token};
                session.sendTo("/files", form("token in a header" + suffix, null, true, size, header));
                session.sendTo("/absent", form("no such path" + suffix, token, true, size, user));
                session.sendTo("/token", form("path for get" + suffix, token, true, size, user));
                session.sendTo("/admin/files", form("not an admin" + suffix, token, true, size, user));
                String[] nobody = {cookie, "Accept: " + accept};
                session.sendTo("/files", form("nobody" + suffix, token, true, size, nobody));
                session.sendTo("/open/files", form("nobody, open path" + suffix, token, true, size, nobody));
                session.sendTo("/api/files", form("nobody, no token needed" + suffix, null, true, size, nobody));
                session.sendTo("/api/files", form("no token needed" + suffix, null, true, size, user));
            }
        }
    }

    private enum Size {
        SMALL,
        TOO_LARGE,
        CUT_OFF,
        TO_BE_CONTINUED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private static Upload form(String name, String token, boolean first, Size size, String... headers) {
        Upload form = Upload.form(name, size == Size.TOO_LARGE ? 1_100_000 : 20).with(headers);
        if (size == Size.TO_BE_CONTINUED) {
            form = form.with("Expect: 100-continue");
        }
        String body = new String(form.body(), StandardCharsets.ISO_8859_1);
        if (token != null) {
            String field = "--X\r\nContent-Disposition: form-data; name=\"_csrf\"\r\n\r\n" + token + "\r\n";
            body = first ? field + body : body.replace("--X--", field + "--X--");
        }
        if (size == Size.CUT_OFF) {
            body = body.substring(0, body.length() - 9);
        }
        return new Upload(name, List.of(), form.head(), body.getBytes(StandardCharsets.ISO_8859_1));
    }
}
