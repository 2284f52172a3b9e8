/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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
    void variablesMayStandForOthersAboveAndBelow() throws Exception {
        List<FileRequest> requests = read("shop.http", """
                @base = {{host}}/api
                @host = http://localhost:8080
                GET {{base}}/{{path}}

                ###
                @path = things
                GET {{base}}/{{path}}
                """);
        assertThat(requests).extracting(FileRequest::name).containsExactly("GET /api/things", "GET /api/things");
        assertThatThrownBy(() -> read("circle.http", "@a = {{b}}\n@b = {{c}}\n@c = {{b}}\nGET /{{a}}\n"))
                .hasMessage("circle.http:1: the variables b → c → b are chained in a circle");
        assertThatThrownBy(() -> read("login.http", "GET /{{login.response.body.token}}\n"))
                .hasMessage("login.http:1: takes from a login, and no request has '# @login' above it");
        assertThatThrownBy(() -> read("other.http", "GET /{{other.response.body.token}}\n"))
                .hasMessageContaining("takes from an earlier answer: write '# @login' above that request");
    }

    @Test
    void valuesThatDifferPerRequestComeFromARangeAListOrAFile() throws Exception {
        Files.writeString(directory.resolve("ids.txt"), "a b\n\nc/d\n");
        List<FileRequest> requests = read("shop.http", """
                # @values id 5..7
                # @values size = S, M
                // @values key < ./ids.txt
                HEAD /{{id}}/{{key}}?size={{ size }}
                If-Match: {{id}}

                ###
                POST /{{id}}
                Content-Type: application/json

                {"id": {{id}}, "key": "{{key}}", "name": "ü"}
                """);
        FileRequest head = requests.get(0).withFirstValues();
        assertThat(head.method()).isEqualTo("HEAD");
        assertThat(head.target()).isEqualTo("/5/a%20b?size=S");
        assertThat(head.headers()).containsEntry("If-Match", "5");
        assertThat(requests).allMatch(FileRequest::varies);
        SplittableRandom random = new SplittableRandom(1);
        List<FileRequest> sent = Stream.generate(() -> requests.get(1).withAnyValues(random))
                .limit(50)
                .toList();
        assertThat(sent)
                .extracting(FileRequest::target)
                .containsOnly("/5", "/6", "/7")
                .hasSize(50);
        assertThat(sent).allSatisfy(each -> {
            String id = each.target().substring(1);
            assertThat(new String(each.body().bytes(), StandardCharsets.UTF_8))
                    .matches("\\{\"id\": " + id + ", \"key\": \"(a b|c/d)\", \"name\": \"ü\"}");
        });
    }

    @Test
    void valuesThatAreNoneAreSaid() {
        assertThatThrownBy(() -> read("a.http", "# @values id 7..5\nGET /{{id}}\n"))
                .hasMessageStartingWith("a.http:1: '7..5' is neither a range such as 1..1000");
        assertThatThrownBy(() -> read("a.http", "# @values id < none.txt\nGET /{{id}}\n"))
                .hasMessage("a.http:1: the file 'none.txt' cannot be read");
    }

    @Test
    void aFileWithALoginAloneHasNothingToMeasure() {
        assertThatThrownBy(() -> read("a.http", "# @login\nPOST /login\n"))
                .hasMessage("a.http: there is no request in it but the login");
    }

    @Test
    void aPasswordInAnAddressIsNotInItsName() throws Exception {
        assertThat(read("shop.http", "GET http://me:s3cret@localhost/a?password=s3cret&b=c\n"))
                .extracting(FileRequest::name, FileRequest::target)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("GET /a?password=HIDDEN&b=c", "/a?password=s3cret&b=c"));
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
                    GET /a\\n\\nGET /b                 | bad.http:3: a GET without Content-Type has no body
                    GET /a\\n\\n> ./handler.js         | bad.http:3: a GET without Content-Type has no body
                    POST /a\\n\\n{}\\n\\n>> out.json   | bad.http:5: scripts, files for answers
                    GET /a\\n# @status: 700            | bad.http:2: @status is no whole number from 100 to 599
                    GET /{{$uuid}}                     | bad.http:1: '{{$uuid}}' is made by an editor: write '# @values NAME 1..1000'
                    POST /a\\nX-REQUEST-TYPE: GraphQL  | bad.http:2: GraphQL is not supported
                    GET /a\\nAuthorization: Digest u p | bad.http:2: digest authentication
                    """)
    void errorNamesItsLine(String text, String message) {
        assertThatThrownBy(() -> read("bad.http", text.replace("\\n", "\n")))
                .isInstanceOf(RequestFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void settingsHoldForTheirRequestWhereverTheyStand() throws Exception {
        List<FileRequest> requests = read("shop.http", """
                # @weight 50
                # GET /commented-out

                ###
                GET /a
                # @Status: 404
                Cookie: a=1
                cookie: b=2
                Accept: text/html
                Accept: text/plain

                // @weight=3
                # a note
                <> answers/1.json
                ###
                POST /b
                Content-Type: application/x-www-form-urlencoded
                Authorization: Basic user pass

                a=1
                &b=2

                <> answers/2.json
                ###
                GET /übersicht
                """);
        assertThat(requests).extracting(FileRequest::weight).containsExactly(3, 1, 1);
        assertThat(requests).extracting(FileRequest::expectedStatus).containsExactly(404, null, null);
        assertThat(requests.get(0).headers())
                .containsEntry("Cookie", "a=1; b=2")
                .containsEntry("Accept", "text/html, text/plain");
        assertThat(body(requests.get(0))).isEmpty();
        assertThat(body(requests.get(1))).isEqualTo("a=1&b=2");
        assertThat(requests.get(1).headers()).containsEntry("Authorization", "Basic dXNlcjpwYXNz");
        assertThat(requests.get(2).target()).isEqualTo("/%C3%BCbersicht");
    }

    @Test
    void byteOrderMarkIsNoPartOfARequest() throws Exception {
        assertThat(read("a.http", "\uFEFFGET /a\n"))
                .extracting(FileRequest::name)
                .containsExactly("GET /a");
    }

    @Test
    void bodiesOfABrowser() throws Exception {
        List<FileRequest> requests = read("shop.har", """
                {"log": {"entries": [
                  {"request": {"method": "GET", "url": "https://cdn.example.com/a|b", "headers": []}},
                  {"request": {"method": "GET", "url": "data:image/png;base64,AA", "headers": []}},
                  {"request": {"method": "GET", "url": "wss://shop.example.com/live", "headers": []}},
                  {"request": {"method": "POST", "url": "https://shop.example.com/form", "headers": [],
                    "postData": {"mimeType": "application/x-www-form-urlencoded",
                      "params": [{"name": "a", "value": "1 &"}, {"name": "b", "value": "ü"}]}},
                    "response": {"content": {"mimeType": "text/html;charset=utf-8"}}},
                  {"request": {"method": "POST", "url": "https://shop.example.com/bytes", "headers": [],
                    "postData": {"mimeType": "image/png", "encoding": "base64", "text": "AMg="}}}
                ]}}
                """);
        assertThat(requests).extracting(FileRequest::name).containsExactly("POST /form", "POST /bytes");
        assertThat(body(requests.get(0))).isEqualTo("a=1+%26&b=%C3%BC");
        assertThat(requests.get(1).body().bytes()).containsExactly(0, 200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    "headers": [{"name": "Content-Length", "value": "57"}]       | the browser did not save the body
                    "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a"}]} | the browser did not save the body
                    "headers": [{"name": "X-A", "value": "1\\r\\nX-B: 2"}]   | the header 'X-A' cannot be sent
                    "headers": [{"name": "X A", "value": "1"}]                   | the header 'X A' cannot be sent
                    """)
    void whatABrowserDidNotSaveIsRefused(String request, String message) {
        String entry = "{\"request\": {\"method\": \"POST\", \"url\": \"https://a.example.com/a\", " + request + "}}";
        assertThatThrownBy(() -> read("a.har", "{\"log\": {\"entries\": [" + entry + "]}}"))
                .isInstanceOf(RequestFileException.class)
                .hasMessage("a.har: entry 1: " + message);
    }

    @Test
    void filesThatCannotBeRead() throws Exception {
        assertThatThrownBy(() -> RequestFile.read(directory.resolve("none.http")))
                .hasMessageEndingWith("none.http: there is no such file");
        assertThatThrownBy(() -> RequestFile.read(Path.of("/"))).isInstanceOf(RequestFileException.class);
        assertThatThrownBy(() -> read("a.http", "POST /a\n\n< ./a\0b")).hasMessageStartingWith("a.http:3: the file");
        assertThatThrownBy(() -> read("a.har", "{")).hasMessageStartingWith("a.har: is no JSON");
        assertThatThrownBy(() -> read("a.har", "{}")).hasMessageStartingWith("a.har: has no log.entries");
    }
}
