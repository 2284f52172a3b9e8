/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Bodies as clients write them: what the application sees of each is what Boot on Tomcat shows it. */
class UploadBodiesIT {

    private static final String FORM_DATA = "multipart/form-data; boundary=b";

    private static final String DISPOSITION = "--b\r\nContent-Disposition: form-data; ";

    private static final String[] PATHS = {
        "/all/parts-first?q=1&a=query%C3%A9&a=2&f=query",
        "/all/parameters-first?a=query&empty=&q=%E4%B8%AD",
        "/all/forward?a=query",
        "/all/map",
        "/all/parameter"
    };

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final List<UploadServer> TUNED = new ArrayList<>();

    private static final List<UploadServer> STOCK = new ArrayList<>();

    @BeforeAll
    static void start() {
        for (String lazily : new String[] {"false", "true"}) {
            String property = "spring.servlet.multipart.resolve-lazily=" + lazily;
            TUNED.add(new UploadServer(property));
            // The header of a part may have 512 bytes there, and everything else is the same.
            STOCK.add(
                    new UploadServer(property, "tuned.upload.enabled=false", "server.tomcat.max-part-header-size=4KB"));
        }
    }

    @AfterAll
    static void stop() {
        TUNED.forEach(UploadServer::close);
        STOCK.forEach(UploadServer::close);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void applicationSeesWhatBootShowsIt(String name, String contentType, byte[] body) throws Exception {
        for (int i = 0; i < TUNED.size(); i++) {
            for (String path : PATHS) {
                String expected = send(STOCK.get(i), "POST", path, contentType, BodyPublishers.ofByteArray(body));
                assertThat(send(TUNED.get(i), "POST", path, contentType, BodyPublishers.ofByteArray(body)))
                        .as(path)
                        .isEqualTo(expected)
                        .startsWith("200 ");
            }
        }
    }

    @Test
    void bodyMayComeInChunks() throws Exception {
        byte[] body = form(field("a", "1"), file("f", "x.bin", "content")).getBytes(UTF_8);
        for (String path : PATHS) {
            BodyPublisher chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
            String expected = send(STOCK.get(0), "POST", path, FORM_DATA, chunked);
            assertThat(send(TUNED.get(0), "POST", path, FORM_DATA, chunked))
                    .isEqualTo(expected)
                    .startsWith("200 ");
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void methodDoesNotMatter(String method) throws Exception {
        BodyPublisher body = BodyPublishers.ofString(form(field("a", "1"), file("f", "x.bin", "content")));
        for (String path : PATHS) {
            String expected = send(STOCK.get(0), method, path, FORM_DATA, body);
            assertThat(send(TUNED.get(0), method, path, FORM_DATA, body))
                    .isEqualTo(expected)
                    .startsWith("200 ");
        }
    }

    /** Tomcat takes the headers of the next part for those of this one, and loses both. */
    @Test
    void partWithoutHeadersIsPassedOverWhereTomcatLosesTheNextOneToo() throws Exception {
        BodyPublisher body = BodyPublishers.ofString("--b\r\n\r\ny\r\n" + form(field("a", "1")));
        assertThat(send(TUNED.get(0), "POST", "/all/parameter", FORM_DATA, body))
                .isEqualTo("200 [1]");
        assertThat(send(STOCK.get(0), "POST", "/all/parameter", FORM_DATA, body))
                .isEqualTo("200 null");
    }

    static Stream<String> methods() {
        return Stream.of("PUT", "PATCH", "GET", "DELETE");
    }

    static Stream<Arguments> bodies() {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("no part", "--b--\r\n");
        forms.put("no byte", "");
        forms.put("field and file", form(field("a", "1"), file("f", "x.bin", "content")));
        forms.put("non-ASCII value", form(field("a", "\u00e9\u4e2d\ud83d\ude00")));
        forms.put("non-ASCII name", form(field("\u00e9\u4e2d", "1"), file("\u00fc", "x", "y")));
        forms.put("non-ASCII file name", form(file("f", "na\u00efve \u4e2d\ud83d\ude00.bin", "y")));
        forms.put("empty field", form(field("a", "")));
        forms.put("empty file", form(file("f", "x.bin", "")));
        forms.put("empty file and name, as browsers send it", form(file("f", "", "")));
        forms.put("duplicate fields", form(field("a", "1"), field("c", "2"), field("a", "3"), field("a", "1")));
        forms.put("duplicate files", form(file("f", "1", "one"), file("g", "2", "two"), file("f", "1", "three")));
        forms.put("field and file of one name", form(field("f", "1"), file("f", "x", "y"), field("f", "2")));
        forms.put("no content type", form(part("name=\"f\"; filename=\"x\"", "y")));
        forms.put("field with a type", form(part("name=\"a\"\r\nContent-Type: application/json; charset=utf-8", "{}")));
        forms.put(
                "field with another charset",
                form(part("name=\"a\"\r\nContent-Type: text/plain; charset=ISO-8859-1", "\u00e9")));
        forms.put("_charset_", form(field("_charset_", "ISO-8859-1"), field("a", "\u00e9")));
        forms.put("name without quotes", form(part("name=a", "1"), part("name=f; filename=x.txt", "y")));
        forms.put(
                "blanks around parameters",
                form(part("name = \"a\" ", "1"), part(" name=\"f\" ; filename=\"x\" ", "y")));
        forms.put("semicolon in a name", form(part("name=\"a;b\"", "1"), file("f", "x;y=\u00e9;.txt", "y")));
        forms.put("equals sign in a name", form(part("name=\"a=b\"", "1"), file("f", "a=b", "y")));
        forms.put("escaped quote in a file name", form(file("f", "x\\\"y.txt", "y")));
        forms.put("backslashes in a file name", form(file("f", "C:\\\\dir\\\\x.txt", "y")));
        forms.put("backslash before a letter of a file name", form(file("f", "x\\y.txt", "y")));
        forms.put("path as a file name", form(file("f", "../../etc/passwd", "y")));
        forms.put("percent-encoded quote, as browsers send it", form(file("f", "x%22y%0D.txt", "y")));
        forms.put("filename*", form(part("name=\"f\"; filename*=UTF-8''na%C3%AFve%20x.txt", "y")));
        forms.put(
                "filename and filename*",
                form(part("name=\"f\"; filename=\"plain.txt\"; filename*=UTF-8''na%C3%AFve.txt", "y")));
        forms.put("RFC 2047 base64", form(file("f", "=?UTF-8?B?w6kudHh0?=", "y")));
        forms.put("RFC 2047 quoted-printable", form(file("f", "=?UTF-8?Q?=C3=A9.txt?=", "y")));
        forms.put("missing name", form(part("filename=\"x\"", "y"), field("a", "1")));
        forms.put("missing disposition", "--b\r\nContent-Type: text/plain\r\n\r\ny\r\n" + form(field("a", "1")));
        forms.put(
                "attachment",
                "--b\r\nContent-Disposition: attachment; name=\"f\"; filename=\"x\"\r\n\r\ny\r\n"
                        + form(field("a", "1")));
        forms.put(
                "header names in capitals",
                "--b\r\nCONTENT-DISPOSITION: FORM-DATA; NAME=\"f\"; FILENAME=\"x\"\r\n"
                        + "CONTENT-TYPE: text/plain\r\n\r\ny\r\n--b--\r\n");
        forms.put("folded header", form(part("name=\"f\";\r\n  filename=\"x\"\r\nX-More: 1\r\n\t2", "y")));
        forms.put("header twice", form(part("name=\"a\"\r\nX-More: 1\r\nx-more: 2\r\nX-More: 1", "y")));
        forms.put("header without colon", form(part("name=\"a\"\r\nnothing", "y")));
        forms.put("long header", form(file("f", "\u4e2d".repeat(400), "y")));
        forms.put("preamble", "This is a preamble\r\n" + form(field("a", "1")));
        forms.put("epilogue", form(field("a", "1")) + "epilogue");
        forms.put("no line break at the end", form(field("a", "1")).stripTrailing());
        forms.put(
                "delimiter-like content",
                form(field("a", "\r\n--c\r\n--B--\r\n-\r\n--"), file("f", "x", "\r\n--a--\r")));
        forms.put("line breaks in a value", form(field("a", "1\r\n2\n3\r")));
        forms.put(
                "multipart/mixed inside",
                form(part("name=\"m\"\r\nContent-Type: text/mixed; boundary=c", "--c\r\n\r\n1\r\n--c--\r\n")));
        forms.put("large fields", form(field("a", "x".repeat(40_000)), field("c", "\u4e2d".repeat(10_000))));
        forms.put("large file", form(file("f", "x", "\u4e2d\r\n".repeat(100_000))));
        Stream<Arguments> utf8 = forms.entrySet().stream()
                .map(it -> arguments(it.getKey(), FORM_DATA, it.getValue().getBytes(UTF_8)));
        String form = form(field("a", "\u00e9"), file("f", "\u00e9.txt", "\u00e9"));
        return Stream.concat(
                utf8,
                Stream.of(
                        arguments("bytes that are no UTF-8", FORM_DATA, form.getBytes(ISO_8859_1)),
                        arguments(
                                "charset of the request",
                                FORM_DATA + "; charset=ISO-8859-1",
                                form.getBytes(ISO_8859_1)),
                        arguments("boundary in quotes", "multipart/form-data;boundary=\"b\"", form.getBytes(UTF_8)),
                        arguments("type in capitals", "Multipart/FORM-DATA; Boundary=b", form.getBytes(UTF_8)),
                        arguments("boundary first", "multipart/form-data; boundary=b; x=y", form.getBytes(UTF_8)),
                        arguments("mixed", "multipart/mixed; boundary=b", form.getBytes(UTF_8)),
                        arguments("related", "multipart/related; boundary=b; type=x", form.getBytes(UTF_8))));
    }

    private static Arguments arguments(String name, String contentType, byte[] body) {
        return Arguments.of(name, contentType, body);
    }

    private static String form(String... parts) {
        return String.join("", parts) + "--b--\r\n";
    }

    private static String field(String name, String value) {
        return part("name=\"" + name + "\"", value);
    }

    private static String file(String name, String fileName, String content) {
        return part("name=\"" + name + "\"; filename=\"" + fileName + "\"\r\nContent-Type: text/plain", content);
    }

    private static String part(String parameters, String content) {
        return DISPOSITION + parameters + "\r\n\r\n" + content + "\r\n";
    }

    private static String send(UploadServer server, String method, String path, String contentType, BodyPublisher body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Content-Type", contentType)
                .method(method, body)
                .build();
        var response = CLIENT.send(request, BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }
}
