/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.neighbours.securedfiles.SecuredFilesApplication;

import dev.tuned.examples.dropin.Application;

/** Files behind Spring Security and Spring Session, which write headers and cookies when an answer is committed. */
class SecuredFilesScenario extends FileNeighboursScenario {

    private static final Pattern SESSION = Pattern.compile("SESSION=([\\w+/=-]+)");
    private static final String USER = "Authorization: Basic dXNlcjpwYXNzd29yZA==";

    @Override
    public Application application() {
        return files(
                SecuredFilesApplication.class,
                "spring-boot-starter-security",
                "org.springframework.session:spring-session-core");
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.past(
                "headers",
                () -> downloader.usual("/files"),
                "X-Content-Type-Options: nosniff",
                "Cache-Control: no-cache, no-store",
                "HTTP/1.1 206");
        downloader.past(
                "headers and those of the file",
                () -> downloader.usual("/cached"),
                "Cache-Control: max-age=3600",
                "X-Content-Type-Options: nosniff");
        downloader.past(
                "headers before the file",
                () -> downloader.usual("/eager", USER),
                "Content-Security-Policy: default-src 'self'",
                "Set-Cookie: SESSION=");
        downloader.past("password", () -> downloader.usual("/private", USER), "HTTP/1.1 206");
        downloader.pastLeftToStock(
                "no password", () -> downloader.fewer("/private/300k.txt"), "HTTP/1.1 401", "WWW-Authenticate: Basic");
        downloader.pastLeftToStock("firewall", () -> downloader.send("GET /files//49k.txt"), "HTTP/1.1 400");
        counted(downloader, "session", "/counted", 4);
        counted(downloader, "session changed afterwards", "/counted-after", 4);
    }

    private static void counted(Downloader downloader, String name, String path, int files) throws Exception {
        downloader.past(
                name,
                () -> {
                    Matcher session = SESSION.matcher(
                            downloader.send("GET " + path + "/300k.txt").head());
                    if (!session.find()) {
                        throw new IllegalStateException("no session for " + path);
                    }
                    String cookie = "Cookie: SESSION=" + session.group(1);
                    downloader.send("GET " + path + "/1m.txt", cookie);
                    downloader.send("GET " + path + "/300k.txt || Range: bytes=1-200000", cookie);
                    downloader.send("HEAD " + path + "/300k.txt", cookie);
                    downloader.get("/count", cookie);
                    downloader.usual(path, cookie);
                    downloader.usual(path);
                },
                files + " files of this session, org.springframework.session.");
    }

    @Override
    public String normalize(String text) {
        return super.normalize(text).replaceAll("SESSION=[\\w+/=-]+", "SESSION=<session>");
    }
}
