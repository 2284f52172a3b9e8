/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.requests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class RequestFileTests {

    @TempDir
    private Path directory;

    private List<FileRequest> read(String name, String text) throws IOException, RequestFileException {
        return RequestFile.read(Files.writeString(directory.resolve(name), text));
    }

    private static String body(FileRequest request) {
        return new String(request.body().bytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void requestsOfAnEditorsFile() throws Exception {
        List<FileRequest> requests = read("shop.http", """
                # The shop
                @host = http://localhost:8080
                @id = 17

                ### one product
                # @weight 3
                GET {{host}}/products/{{id}}?full=true HTTP/1.1
                Accept: application/json
                Host: localhost

                ### an order
                // @status 201
                POST /orders
                  ?source=test
                  &dry=false
                Content-Type: application/json

                {
                  "product": {{id}}
                }

                ###
                /health
                """);
        assertThat(requests)
                .extracting(FileRequest::name)
                .containsExactly("GET /products/17?full=true", "POST /orders?source=test&dry=false", "GET /health");
        assertThat(requests).extracting(FileRequest::weight).containsExactly(3, 1, 1);
        assertThat(requests).extracting(FileRequest::expectedStatus).containsExactly(null, 201, null);
        assertThat(requests.get(0).headers()).containsOnlyKeys("Accept");
        assertThat(requests.get(0).place()).isEqualTo("shop.http:7");
        assertThat(body(requests.get(1))).isEqualTo("{\n  \"product\": 17\n}");
        assertThat(body(requests.get(2))).isEmpty();
    }

    @Test
    void multipartBodyWithAFile() throws Exception {
        byte[] bytes = {0, 13, 10, (byte) 200};
        Files.write(directory.resolve("a.bin"), bytes);
        List<FileRequest> requests = read("upload.http", """
                POST /uploads
                Content-Type: multipart/form-data; boundary=x

                --x
                Content-Disposition: form-data; name="file"; filename="a.bin"

                < ./a.bin
                --x--
                """);
        assertThat(body(requests.get(0)))
                .isEqualTo("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"
                        + new String(bytes, StandardCharsets.ISO_8859_1) + "\r\n--x--\r\n");
    }

    @Test
    void requestsOfABrowser() throws Exception {
        List<FileRequest> requests = read("shop.har", """
                {"log": {"entries": [
                  {"request": {"method": "GET", "url": "https://shop.example.com/a?b=c",
                    "headers": [{"name": ":authority", "value": "x"}, {"name": "Accept", "value": "text/html"},
                      {"name": "If-None-Match", "value": "1"}]},
                   "response": {"status": 200}},
                  {"request": {"method": "GET", "url": "https://cdn.example.com/script.js", "headers": []}},
                  {"request": {"method": "POST", "url": "https://shop.example.com/orders", "headers": [],
                    "postData": {"mimeType": "text/plain", "text": "one"}}, "response": {"status": 0}}
                ]}}
                """);
        assertThat(requests).extracting(FileRequest::name).containsExactly("GET /a?b=c", "POST /orders");
        assertThat(requests.get(0).headers()).containsOnlyKeys("Accept");
        assertThat(requests).extracting(FileRequest::expectedStatus).containsExactly(200, null);
        assertThat(body(requests.get(1))).isEqualTo("one");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    GET /a\\n\\n###\\nFETCH /b          | bad.http:4: the method 'FETCH'
                    GET /a b c                         | bad.http:1: expected a request
                    GET products                       | bad.http:1: 'products' is neither a URL nor a path
                    GET /{{id}}                        | bad.http:1: the variable 'id'
                    GET /a\\nno header\\n              | bad.http:2: expected a header
                    # @weight many\\nGET /a            | bad.http:1: @weight is no whole number
                    @id 5                              | bad.http:1: expected '@name = value'
                    POST /a\\n\\n< ./none.bin          | bad.http:3: the file
                    POST /a\\n\\n> {% script %}        | bad.http:3: scripts
                    # nothing                          | bad.http: there is no request
                    """)
    void errorNamesItsLine(String text, String message) {
        assertThatThrownBy(() -> read("bad.http", text.replace("\\n", "\n")))
                .isInstanceOf(RequestFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void filesThatCannotBeRead() throws Exception {
        assertThatThrownBy(() -> RequestFile.read(directory.resolve("none.http")))
                .hasMessageEndingWith("none.http: there is no such file");
        assertThatThrownBy(() -> read("a.har", "{")).hasMessageStartingWith("a.har: is no JSON");
        assertThatThrownBy(() -> read("a.har", "{}")).hasMessageStartingWith("a.har: has no log.entries");
    }
}
