/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.apache.commons.fileupload2.core.FileItemInputIterator;
import org.apache.commons.fileupload2.core.RequestContext;
import org.apache.commons.fileupload2.jakarta.servlet6.JakartaServletFileUpload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.tuned.upload.multipart.BufferPool;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MultipartParser;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.tomcat.TomcatHeaders;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** What a byte of a file of 500 KB costs to parse, in reads of 8 KB as Tomcat gives them: nanoseconds per byte. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(MultipartParserBenchmark.SIZE)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class MultipartParserBenchmark {

    static final int SIZE = 500 * 1024;

    private static final Limit NONE = new Limit(-1, "");

    private static final ParserLimits LIMITS = new ParserLimits(NONE, NONE, NONE, NONE, NONE, NONE, NONE);

    /** Whose boundary. */
    public enum Sender {
        BROWSER("----WebKitFormBoundary7MA4YWxkTrZu0gWb"),
        FIREFOX("----geckoformboundary3a1f0c5d8e7b2964a0b1c2d3e4f50617"),
        CURL("------------------------d74496d66958873e12ab34"),
        ONE_CHARACTER("a"),
        REPETITIVE("a".repeat(70));

        private final String boundary;

        Sender(String boundary) {
            this.boundary = boundary;
        }
    }

    /** What the file holds. */
    public enum Content {
        RANDOM,
        JSON,
        CRLF,
        BASE64,
        LETTERS;

        byte[] bytes() {
            byte[] random = new byte[SIZE];
            new Random(1).nextBytes(random);
            return switch (this) {
                case RANDOM -> random;
                case JSON ->
                    repeated("{\"id\": 4711, \"name\": \"Ada\", \"tags\": [\"a-b\", \"c\"], \"ok\": true},\r\n");
                case CRLF -> repeated("\r\n");
                case BASE64 -> repeated(Base64.getMimeEncoder().encodeToString(random));
                case LETTERS -> repeated("a");
            };
        }

        private static byte[] repeated(String text) {
            return text.repeat(SIZE / text.length() + 1).substring(0, SIZE).getBytes(ISO_8859_1);
        }
    }

    @Param
    public Sender sender = Sender.BROWSER;

    @Param
    public Content content = Content.RANDOM;

    private final BufferPool pool = new BufferPool(16 * 1024, 1 << 20);

    private final JakartaServletFileUpload<?, ?> commons = new JakartaServletFileUpload<>();

    private final byte[] copy = new byte[8 * 1024];

    private String contentType = "";

    private byte[] boundary = {};

    private byte[] body = {};

    @Setup
    public void makeBody() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE + 1024);
        String head = "--" + sender.boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\n"
                + "Content-Type: image/jpeg\r\n\r\n";
        bytes.writeBytes(head.getBytes(ISO_8859_1));
        bytes.writeBytes(content.bytes());
        bytes.writeBytes(("\r\n--" + sender.boundary + "--\r\n").getBytes(ISO_8859_1));
        body = bytes.toByteArray();
        contentType = "multipart/form-data; boundary=" + sender.boundary;
        boundary = sender.boundary.getBytes(ISO_8859_1);
    }

    @Benchmark
    public long tuned() throws IOException {
        long size = 0;
        try (MultipartParser parser =
                new MultipartParser(new Reads(body), boundary, LIMITS, pool, UTF_8, TomcatHeaders.INSTANCE)) {
            while (parser.nextPart() != null) {
                while (parser.nextSlice()) {
                    size += parser.array()[parser.offset()] + parser.length();
                }
            }
        }
        return size;
    }

    @Benchmark
    public long commonsFileUpload() throws IOException {
        long size = 0;
        FileItemInputIterator parts = commons.getItemIterator(new Request(contentType, body));
        while (parts.hasNext()) {
            try (InputStream in = parts.next().getInputStream()) {
                for (int read = in.read(copy); read >= 0; read = in.read(copy)) {
                    size += copy[0] + read;
                }
            }
        }
        return size;
    }

    /** Looks at every byte once and for nothing. */
    @Benchmark
    public long plainScan() {
        long sum = 0;
        InputStream in = new Reads(body);
        byte[] buffer = pool.take();
        for (int read = read(in, buffer); read >= 0; read = read(in, buffer)) {
            for (int i = 0; i < read; i++) {
                sum += buffer[i];
            }
        }
        pool.giveBack(buffer);
        return sum;
    }

    /** Copies every byte and looks at none. */
    @Benchmark
    public long readOnly() {
        long sum = 0;
        InputStream in = new Reads(body);
        byte[] buffer = pool.take();
        for (int read = read(in, buffer); read >= 0; read = read(in, buffer)) {
            sum += buffer[0] + read;
        }
        pool.giveBack(buffer);
        return sum;
    }

    private static int read(InputStream in, byte[] buffer) {
        return ((Reads) in).read(buffer, 0, buffer.length);
    }

    private static final class Reads extends ByteArrayInputStream {

        Reads(byte[] body) {
            super(body);
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, 8 * 1024));
        }
    }

    private record Request(String contentType, byte[] body) implements RequestContext {

        @Override
        public String getCharacterEncoding() {
            return "UTF-8";
        }

        @Override
        public long getContentLength() {
            return body.length;
        }

        @Override
        public String getContentType() {
            return contentType;
        }

        @Override
        public InputStream getInputStream() {
            return new Reads(body);
        }

        @Override
        public boolean isMultipartRelated() {
            return false;
        }
    }
}
