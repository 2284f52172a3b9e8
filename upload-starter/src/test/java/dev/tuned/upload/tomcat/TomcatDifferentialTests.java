/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

import org.apache.catalina.core.ApplicationPart;
import org.apache.tomcat.util.http.fileupload.FileItem;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.UploadContext;
import org.apache.tomcat.util.http.fileupload.disk.DiskFileItemFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.tuned.upload.multipart.BodyException;
import dev.tuned.upload.multipart.BufferPool;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.multipart.PartHeaders;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same bodies for Tomcat's parser and for ours: the same parts, or both refuse. More bodies by {@code -DargLine="-Dfuzz.cases=10000000 -Dfuzz.seed=7"}.
 */
class TomcatDifferentialTests {

    private static final int CASES = Integer.getInteger("fuzz.cases", 20_000);

    private static final int SEED = Integer.getInteger("fuzz.seed", 1);

    private static final int MAX_HEADER = 512;

    private static final Limit NONE = new Limit(-1, "none");

    private static final ParserLimits LIMITS =
            new ParserLimits(NONE, NONE, NONE, NONE, NONE, NONE, new Limit(MAX_HEADER, "header"));

    private static final String EQUAL = "the same parts";

    private static final String BOTH_REFUSE = "both refuse";

    private final BufferPool pool = new BufferPool(1024, 1 << 20);

    @Test
    void bothParsersFindTheSamePartsOrRefuse() {
        Map<String, Integer> kinds = new TreeMap<>();
        Random random = new Random(SEED);
        List<TomcatBody> bodies = TomcatBody.corpus();
        for (int i = 0; i < CASES; i++) {
            TomcatBody body = (i < bodies.size())
                    ? bodies.get(i)
                    : bodies.get(i % bodies.size()).mutated(random);
            kinds.merge(kind(body), 1, Integer::sum);
        }
        assertThat(kinds).containsOnlyKeys(EQUAL, BOTH_REFUSE);
    }

    private String kind(TomcatBody body) {
        List<String> theirs = tomcat(body);
        List<String> ours = new ArrayList<>();
        String refusal = ours(body, ours);
        if (refusal == null && theirs == null) {
            return "BUG: we take what Tomcat refuses: " + body;
        }
        if (refusal == null) {
            return ours.equals(theirs) ? EQUAL : "BUG: other parts: " + ours + " instead of " + theirs + ": " + body;
        }
        return (theirs == null) ? BOTH_REFUSE : "BUG: " + refusal + ": " + body;
    }

    /** Null if Tomcat refuses. */
    private static @Nullable List<String> tomcat(TomcatBody body) {
        FileUpload upload = new FileUpload();
        DiskFileItemFactory factory = new DiskFileItemFactory();
        factory.setSizeThreshold(1 << 24);
        upload.setFileItemFactory(factory);
        upload.setPartHeaderSizeMax(MAX_HEADER);
        try {
            List<String> parts = new ArrayList<>();
            for (FileItem item : upload.parseRequest(body)) {
                ApplicationPart part = new ApplicationPart(item, new File(""));
                List<String> headers = new ArrayList<>();
                for (String name : part.getHeaderNames()) {
                    headers.add(name + part.getHeaders(name) + part.getHeader(name));
                }
                parts.add(part.getName() + "|" + part.getSubmittedFileName() + "|" + part.getContentType() + "|"
                        + headers + "|" + new String(item.get(), ISO_8859_1));
            }
            return parts;
        } catch (IOException | RuntimeException ex) {
            return null;
        }
    }

    private @Nullable String ours(TomcatBody body, List<String> parts) {
        try (MultipartParser parser = new MultipartParser(
                body.getInputStream(),
                Objects.requireNonNull(TomcatHeaders.boundary(body.getContentType())),
                LIMITS,
                pool,
                UTF_8,
                TomcatHeaders.INSTANCE)) {
            PartHeaders headers;
            while ((headers = parser.nextPart()) != null) {
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                while (parser.nextSlice()) {
                    content.write(parser.array(), parser.offset(), parser.length());
                }
                List<String> lines = new ArrayList<>();
                for (String name : headers.headerNames()) {
                    lines.add(name + new LinkedHashSet<>(headers.headers(name)) + headers.header(name));
                }
                parts.add(headers.name() + "|" + headers.submittedFileName() + "|" + headers.contentType() + "|" + lines
                        + "|" + content.toString(ISO_8859_1));
            }
            return null;
        } catch (BodyException ex) {
            return String.valueOf(ex.getMessage());
        } catch (IOException | RuntimeException ex) {
            return ex.toString();
        }
    }

    /** A body and its boundary. */
    record TomcatBody(String boundary, String body) implements UploadContext {

        private static final String[] BOUNDARIES = {
            "a",
            "*****",
            "ab",
            "--a",
            "x y",
            "----WebKitFormBoundary7MA4YWxkTrZu0gW",
            "a".repeat(71),
            "-".repeat(70),
            "ab".repeat(35),
            "@~!#&%|{}[]^<>",
            "------------------------d74496d66958873e",
            "a".repeat(300)
        };

        private static final String[] CONTENTS = {
            "",
            "x",
            "text",
            "\r",
            "\r\n",
            "\n",
            "\r\n--",
            "-",
            "--",
            "\r\n\r\n",
            "{\"a\": [1, 2]}",
            "\u00fc\u00ff\u0000",
            "y".repeat(5_000),
            "\n\n\n",
            "\r\r\n-\r\n--",
            "--B",
            "\r\n--B".substring(0, 4)
        };

        private static final String[] DISPOSITIONS = {
            "form-data; name=\"n\"",
            "form-data; name=\"f\"; filename=\"a.txt\"",
            "form-data; name=n",
            "form-data; name=f; filename=a.txt",
            "form-data; name=\"f\"; filename=\"\"",
            "form-data; name=\"f\"; filename",
            "form-data;name=\"a;b\";filename=\"C:\\dir\\x.txt\"",
            "form-data; name=\"f\"; filename=\"a\\\"b.txt\"",
            "form-data; name=\"f\"; filename=\"=?UTF-8?Q?n=C3=A4me?=\"",
            "form-data; name=\"f\"; filename*=UTF-8''n%C3%A4me",
            "FORM-DATA; NAME=\"n\"",
            "attachment; filename=\"z\"",
            "form-data",
            "form-data; name=\"\"",
            "form-data; filename=\"only\"",
            "form-data; name=\"x\"; name=\"y\"",
            "form-data; name=\" n \"",
            "form-data; name=\"f\"; filename=\"..\\..\\x\"",
            "form-data; name=\"f\"; filename=\"ends\\\""
        };

        private static final String[] HEADERS = {
            "",
            "Content-Type: text/plain\r\n",
            "X-A: 1\r\nX-A: 2\r\n",
            "X-Folded: a\r\n b\r\n\tc\r\n",
            "no colon\r\n",
            "Content-Length: 3\r\n",
            "content-type:text/html;charset=x\r\n",
            " leading: blank\r\n"
        };

        private static final String[] FRAGMENTS = {
            "\r\n",
            "\n",
            "\r",
            "--",
            "-",
            "--B",
            "\r\n--B",
            "\r\n--B\r\n",
            "\n--B\r\n",
            "\r\n--B--",
            "B",
            " ",
            ";",
            "\"",
            "\r\n\r\n",
            ":",
            "=",
            "Content-Disposition: form-data; name=\"i\"\r\n\r\n",
            "\0"
        };

        /** Bodies that clients send, and those near them. */
        static List<TomcatBody> corpus() {
            List<TomcatBody> bodies = new ArrayList<>();
            for (String boundary : BOUNDARIES) {
                for (String content : CONTENTS) {
                    bodies.add(new TomcatBody(boundary, part(0, 0, content) + part(1, 1, content) + "--B--\r\n"));
                }
                for (int i = 0; i < DISPOSITIONS.length; i++) {
                    bodies.add(new TomcatBody(
                            boundary, part(0, 0, "one") + part(i, i % HEADERS.length, "two") + "--B--\r\n"));
                }
                for (String before : List.of("\r\n", "\n", "junk", "\ufeff", "a line\r\n", "-", "--")) {
                    bodies.add(new TomcatBody(boundary, before + part(0, 0, "one") + "--B--" + before));
                }
                bodies.add(new TomcatBody(boundary, nested() + part(0, 0, "one") + "--B--\r\n"));
                bodies.add(new TomcatBody(boundary, part(0, 0, "one").replace("--B\r\n", "--B\n") + "--B--"));
                bodies.add(new TomcatBody(boundary, ""));
                bodies.add(new TomcatBody(boundary, "--B--"));
            }
            return bodies;
        }

        private static String part(int disposition, int headers, String content) {
            return "--B\r\nContent-Disposition: " + DISPOSITIONS[disposition] + "\r\n" + HEADERS[headers] + "\r\n"
                    + content + "\r\n";
        }

        private static String nested() {
            String file = "--I\r\nContent-Disposition: attachment; filename=\"%s\"\r\n\r\n%s\r\n";
            return "--B\r\nContent-Disposition: form-data; name=\"files\"\r\nContent-Type: multipart/mixed; boundary=\"I\""
                    + "\r\n\r\n" + file.formatted("1", "first") + file.formatted("2", "second") + "--I--\r\n";
        }

        TomcatBody mutated(Random random) {
            StringBuilder mutated = new StringBuilder(body);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int place = random.nextInt(mutated.length() + 1);
                int end = Math.min(mutated.length(), place + 1 + random.nextInt(6));
                switch (random.nextInt(6)) {
                    case 0 -> mutated.insert(place, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
                    case 1 -> mutated.delete(place, end);
                    case 2 -> mutated.setLength(place);
                    case 3 -> mutated.insert(place, mutated.substring(place, Math.min(mutated.length(), place + 60)));
                    case 4 -> mutated.replace(place, end, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
                    default -> mutated.insert(place, (char) random.nextInt(256));
                }
            }
            return new TomcatBody(boundary, mutated.toString());
        }

        /** With the boundary in the place of B, and one of the same length in the place of I. */
        private byte[] bytes() {
            return body.replace("--B", "--" + boundary)
                    .replace("--I", "--" + inner())
                    .replace("boundary=\"I\"", "boundary=\"" + inner() + "\"")
                    .getBytes(UTF_8);
        }

        private String inner() {
            return boundary.substring(1) + "i";
        }

        @Override
        public String getCharacterEncoding() {
            return "UTF-8";
        }

        @Override
        public String getContentType() {
            return "multipart/form-data; boundary=\"" + boundary + "\"";
        }

        @Override
        public long contentLength() {
            return bytes().length;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes());
        }
    }
}
