/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.mock.http.MockHttpOutputMessage;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** One field and one file as clients send them; those of curl, Node and Python were recorded. */
class ClientBodiesTests {

    private static final String FILE_NAME = "a %22\u00fc.txt";

    @ParameterizedTest(name = "{0}")
    @MethodSource("clients")
    void areRead(String client, String boundary, String fileName, String body) throws IOException {
        String contentType = "multipart/form-data; boundary=" + boundary;
        String whole = body.replace("\n", "\r\n");
        assertThat(ParsedPart.parse(Boundary.of(contentType).value(), whole))
                .containsExactly(
                        new ParsedPart("a", null, null, "one"), new ParsedPart("f", fileName, "text/plain", "two"));
    }

    private static final String OCTETS = "application/octet-stream";

    static Stream<Arguments> clients() {
        return Stream.of(
                Arguments.of(
                        "Chromium",
                        "----WebKitFormBoundaryAqkYb4jAW1tBqYnV",
                        FILE_NAME,
                        usual("------WebKitFormBoundaryAqkYb4jAW1tBqYnV")),
                Arguments.of(
                        "Firefox",
                        "----geckoformboundary2a1f0c5d8e7b2964a0b1c2d3e4f50617",
                        FILE_NAME,
                        usual("------geckoformboundary2a1f0c5d8e7b2964a0b1c2d3e4f50617")),
                Arguments.of(
                        "Firefox of old",
                        "---------------------------13152309473178",
                        FILE_NAME,
                        usual("-----------------------------13152309473178")),
                Arguments.of(
                        "curl 7.88",
                        "------------------------e4c557435b1f6645",
                        FILE_NAME,
                        usual("--------------------------e4c557435b1f6645")),
                Arguments.of(
                        "curl of old",
                        "------------------------e4c557435b1f6645",
                        "a \"\u00fc.txt",
                        usual("--------------------------e4c557435b1f6645").replace("%22", "\\\"")),
                Arguments.of(
                        "Node 20",
                        "----formdata-undici-018819887345",
                        FILE_NAME,
                        usual("------formdata-undici-018819887345")),
                Arguments.of(
                        "Python requests 2.34",
                        "3aa7658c84185e8bfe56c3fdcbe748ca",
                        FILE_NAME,
                        usual("--3aa7658c84185e8bfe56c3fdcbe748ca")),
                Arguments.of(
                        "OkHttp",
                        "b1d2f7a0-3a52-4d0b-9b57-3d4a6d2b8f11",
                        FILE_NAME,
                        usual("--b1d2f7a0-3a52-4d0b-9b57-3d4a6d2b8f11")
                                .replace("\n\none", "\nContent-Length: 3\n\none")
                                .replace("\n\ntwo", "\nContent-Length: 3\n\ntwo")),
                Arguments.of("Java by hand, nothing quoted", "\"=_Java:1/2?\"", "b.txt", """
                        --=_Java:1/2?
                        Content-Disposition:form-data;name=a

                        one
                        --=_Java:1/2?
                        content-type: text/plain
                        content-disposition: form-data; filename=b.txt; name=f

                        two
                        --=_Java:1/2?--"""));
    }

    private static String usual(String delimiter) {
        return """
               %1$s
               Content-Disposition: form-data; name="a"

               one
               %1$s
               Content-Disposition: form-data; name="f"; filename="%2$s"
               Content-Type: text/plain

               two
               %1$s--
               """.formatted(delimiter, FILE_NAME);
    }

    @Test
    void ofABrowserAreReadWithoutAFileChosen() throws IOException {
        String body = """
                      ------WebKitFormBoundaryAqkYb4jAW1tBqYnV
                      Content-Disposition: form-data; name="f"; filename=""
                      Content-Type: application/octet-stream


                      ------WebKitFormBoundaryAqkYb4jAW1tBqYnV--
                      """.replace("\n", "\r\n");
        assertThat(ParsedPart.parse("----WebKitFormBoundaryAqkYb4jAW1tBqYnV", body))
                .containsExactly(new ParsedPart("f", "", OCTETS, ""));
    }

    @Test
    void ofSpringAreReadHoweverItEncodesTheFileName() throws IOException {
        String name = "\u6587\u4ef6 \"1\" \u00fc.txt";
        assertThat(sentBySpring(name, null)).isEqualTo(name);
        assertThat(sentBySpring(name, UTF_8)).isEqualTo(name);
    }

    private static @Nullable String sentBySpring(String fileName, @Nullable Charset encoded) throws IOException {
        FormHttpMessageConverter converter = new FormHttpMessageConverter();
        if (encoded != null) {
            converter.setMultipartCharset(encoded);
        }
        MultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("f", new ByteArrayResource("two".getBytes(UTF_8)) {
            @Override
            public String getFilename() {
                return fileName;
            }
        });
        MockHttpOutputMessage sent = new MockHttpOutputMessage();
        converter.write(form, MediaType.MULTIPART_FORM_DATA, sent);
        String contentType = Objects.requireNonNull(sent.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
        String body = sent.getBodyAsString(UTF_8);
        return ParsedPart.parse(Boundary.of(contentType).value(), body).get(0).fileName();
    }
}
