/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.neighbours.security.SecurityApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;

/** Spring Security, which looks for its token in a field of the form, and Spring Session, which has the token. */
class SecurityScenario extends UploadNeighboursScenario {

    private static final Pattern SESSION = Pattern.compile("SESSION=([\\w+/=-]+)");
    private static final String USER = "Authorization: Basic dXNlcjpwYXNzd29yZA==";

    @Override
    public Application application() {
        return uploads(
                SecurityApplication.class,
                "spring-boot-starter-security",
                "org.springframework.session:spring-session-core");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        RawHttp.Answer[] token = new RawHttp.Answer[1];
        uploader.pastLeftToStock("token", () -> token[0] = uploader.get("/token"), "Set-Cookie: SESSION=");
        Matcher session = SESSION.matcher(token[0].head());
        if (!session.find()) {
            throw new IllegalStateException("no session: " + token[0].text());
        }
        String csrf = token[0].body();
        String[] known = {"Cookie: SESSION=" + session.group(1), USER};
        uploader.past(
                "token in a field",
                () -> {
                    Form small = Form.multipart("/secured/files", 5_000);
                    uploader.send(small.named("token first").firstField("_csrf", csrf), known);
                    uploader.send(small.named("token last").field("_csrf", csrf), known);
                    uploader.send(small.named("no token"), known);
                    uploader.send(small.named("wrong token").firstField("_csrf", "wrong"), known);
                    Form large = Form.multipart("/secured/parts?field=query", 1_300_000);
                    uploader.send(large.named("token last").field("_csrf", csrf), known);
                    uploader.send(large.named("no token"), known);
                    Form tooLarge = Form.multipart("/secured/files", 2_200_000);
                    uploader.send(tooLarge.named("token first").firstField("_csrf", csrf), known);
                    uploader.send(
                            Form.multipart("/secured/files", 5_000)
                                    .firstField("_csrf", csrf)
                                    .cutOff(),
                            known);
                    uploader.send(Form.multipart("/secured/failing", 5_000).field("_csrf", csrf), known);
                    uploader.send(Form.urlencoded("/secured/form", "field=first&_csrf=" + csrf), known);
                },
                "HTTP/1.1 200",
                "HTTP/1.1 403",
                "parameter '_csrf'");
        uploader.past(
                "no password",
                () -> sendNobodys("/programs", uploader),
                "HTTP/1.1 401",
                "\"path\":\"/programs/files\"");
        uploader.pastLeftToStock(
                "no password and no error page", () -> sendNobodys("/refused", uploader), "HTTP/1.1 401");
        uploader.past(
                "Spring Session",
                () -> {
                    Form counted = Form.multipart("/session/count", 5_000).field("_csrf", csrf);
                    uploader.send(counted, known);
                    uploader.send(counted.named("again"), known);
                    uploader.send(Form.multipart("/session/count", 1_300_000).field("_csrf", csrf), known);
                },
                "upload 2 of this session, org.springframework.session.");
    }

    private static void sendNobodys(String path, Uploader uploader) throws IOException {
        uploader.send(Form.multipart(path + "/files", 5_000));
        uploader.send(Form.multipart(path + "/parts", 1_300_000));
        uploader.send(Form.multipart(path + "/files", 5_000).named("to be continued"), "Expect: 100-continue");
    }

    @Override
    public String normalize(String text) {
        return text.replaceAll("SESSION=[\\w+/=-]+", "SESSION=<session>")
                .replaceAll("(?<='_csrf' = \\[)[^]]+", "<token>")
                .replaceAll("^[\\w-]{90,}$", "<token>")
                .replaceAll("(?<=part '_csrf' called null of type null: )[^\n]+", "<token>");
    }
}
