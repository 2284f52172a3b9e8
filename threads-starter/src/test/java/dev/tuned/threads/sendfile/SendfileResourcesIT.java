/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.AbstractResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.FileUrlResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.VersionResourceResolver;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** Resources of every kind: the answer is Spring's own, to the byte, and only what is known to be a file goes by sendfile. */
@ExtendWith(OutputCaptureExtension.class)
class SendfileResourcesIT {

    private static final int SIZE = 300_000;

    private static final AtomicInteger ACTIONS = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static StaticFiles tuned;

    private static StaticFiles stock;

    @BeforeAll
    static void start() {
        tuned = StaticFiles.start(Kinds.class, directory);
        stock = StaticFiles.start(Kinds.class, directory, "tuned.threads.enabled=false");
        tuned.file("a.bin", SIZE);
    }

    @AfterAll
    static void stop() {
        tuned.close();
        stock.close();
    }

    @ParameterizedTest
    @EnumSource
    void equalsStock(Kind kind) {
        String before = tuned.counted();
        for (String range :
                new String[] {null, "bytes=0-99999", "bytes=100-", "bytes=-100000", "bytes=0-1,5-70000", "bytes=400000-"
                }) {
            for (String method : List.of("GET", "HEAD")) {
                assertThat(answer(tuned, kind, method, range))
                        .as("%s of %s", method, range)
                        .isEqualTo(answer(stock, kind, method, range));
            }
        }

        long sent = tuned.counts().sent();
        answer(tuned, kind, "GET", null);
        assertThat(tuned.counts().sent() - sent).as(before).isEqualTo(kind.file ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void equalsStockUnderConditions(Kind kind) {
        String modified = tuned.get("/" + kind + "/a.bin")
                .headers()
                .firstValue("Last-Modified")
                .orElse("Thu, 01 Jan 1970 00:00:00 GMT");
        for (String[] headers : List.of(
                new String[] {"If-Modified-Since", modified},
                new String[] {"If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"},
                new String[] {"If-Range", modified, "Range", "bytes=0-99999"},
                new String[] {"If-None-Match", "\"v1\""})) {
            assertThat(view(tuned.get("/" + kind + "/a.bin", headers)))
                    .as(Arrays.toString(headers))
                    .isEqualTo(view(stock.get("/" + kind + "/a.bin", headers)));
        }
    }

    @Test
    @DisplayName("A class that is not known is named once, with the property that declares it")
    void isReportedOnce(CapturedOutput output) {
        try (StaticFiles files = StaticFiles.start(Kinds.class, directory)) {
            for (int i = 0; i < 3; i++) {
                files.get("/DECRYPTS/a.bin");
            }

            assertThat(files.counted()).isEqualTo("sent=0 resource=3");
            String line = "may give other bytes than those of its file: " + Decrypting.class.getName()
                    + "; if it does not, add this class to tuned.threads.tomcat.sendfile.safe-classes";
            assertThat(output.getOut().split(Pattern.quote(line), -1)).hasSize(2);
        }
    }

    @Test
    void aDeclaredClassIsSent() {
        try (StaticFiles files = StaticFiles.start(
                Kinds.class, directory, "tuned.threads.tomcat.sendfile.safe-classes=" + Plain.class.getName())) {
            assertThat(view(files.get("/SUBCLASS/a.bin"))).isEqualTo(view(stock.get("/SUBCLASS/a.bin")));
            assertThat(files.counted()).isEqualTo("sent=1");
        }
    }

    @Test
    void theActionOfAResourceRunsAsOftenAsInStock() {
        List<Integer> actions = new ArrayList<>();
        for (StaticFiles files : List.of(stock, tuned)) {
            ACTIONS.set(0);
            files.get("/CLOSES_WITH_ACTION/a.bin");
            files.get("/COUNTS/a.bin", "Range", "bytes=0-99999");
            actions.add(ACTIONS.get());
        }
        assertThat(actions.get(1)).isEqualTo(actions.get(0)).isPositive();
    }

    private static List<Object> answer(StaticFiles files, Kind kind, String method, String range) {
        String path = "/" + kind + "/a.bin";
        return view((range == null) ? files.exchange(method, path) : files.exchange(method, path, "Range", range));
    }

    /** All that a client sees, but for the date and the boundary of ranges. */
    private static List<Object> view(HttpResponse<byte[]> answer) {
        TreeMap<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        // After a hundred requests on a connection.
        headers.remove("connection");
        byte[] body = answer.body();
        String type = answer.headers().firstValue("content-type").orElse("");
        if (type.startsWith("multipart/byteranges")) {
            headers.remove("content-type");
            headers.remove("content-length");
            String boundary = type.substring(type.indexOf('=') + 1);
            body = new String(body, StandardCharsets.ISO_8859_1)
                    .replace(boundary, "")
                    .getBytes(StandardCharsets.ISO_8859_1);
        }
        if (answer.statusCode() >= 400) {
            String text = new String(body, StandardCharsets.UTF_8);
            body = text.replaceAll("\"timestamp\":\"[^\"]*\"", "").getBytes(StandardCharsets.UTF_8);
        }
        return List.of(answer.statusCode(), headers, Arrays.hashCode(body), body.length);
    }

    /** A resource that a resolver of the application gives for a file. */
    enum Kind {
        FILE(true, FileSystemResource::new),
        PATH_OF_FILE(true, file -> new FileSystemResource(file.toPath())),
        FILE_URL(true, file -> new FileUrlResource(url(file))),
        URL(true, file -> new UrlResource(url(file))),
        SUBCLASS(false, Plain::new),
        DECRYPTS(false, Decrypting::new),
        SKIPS_HEADER(false, Skipping::new),
        DECORATES(false, file -> new Decorating(new FileSystemResource(file), in -> new Inverting(in))),
        CONCATENATES(
                false,
                file -> new Decorating(
                        new FileSystemResource(file),
                        in -> new SequenceInputStream(in, new ByteArrayInputStream("tail".getBytes())))),
        COUNTS(false, Counting::new),
        CLOSES_WITH_ACTION(false, file -> new Decorating(new FileSystemResource(file), Closing::new)),
        ANONYMOUS(false, file -> new FileSystemResource(file) {

            @Override
            public InputStream getInputStream() throws IOException {
                return new Inverting(super.getInputStream());
            }
        }),
        URL_OF_OWN_HANDLER(false, file -> new UrlResource(ownUrl(file))),
        OWN_CLASS_LOADER(false, file -> new ClassPathResource("a.bin", new OwnLoader(file)));

        final boolean file;

        private final Function<File, Resource> factory;

        Kind(boolean file, Function<File, Resource> factory) {
            this.file = file;
            this.factory = factory;
        }
    }

    private static URL url(File file) {
        try {
            return file.toURI().toURL();
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The URL of a file, read by something else than the JDK. */
    private static URL ownUrl(File file) {
        try {
            return new URL(null, file.toURI().toString(), new URLStreamHandler() {

                @Override
                protected URLConnection openConnection(URL url) throws IOException {
                    return new URLConnection(url) {

                        @Override
                        public void connect() {}

                        @Override
                        public long getContentLengthLong() {
                            return SIZE;
                        }

                        @Override
                        public InputStream getInputStream() throws IOException {
                            return new Inverting(Files.newInputStream(Path.of(URI.create(url.toString()))));
                        }
                    };
                }
            });
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Knows the URL of a file, and reads it in its own way. */
    private static final class OwnLoader extends ClassLoader {

        private final File file;

        OwnLoader(File file) {
            super(null);
            this.file = file;
        }

        @Override
        public URL getResource(String name) {
            return url(file);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            try {
                return new Inverting(Files.newInputStream(file.toPath()));
            } catch (IOException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    private static final class Plain extends FileSystemResource {

        Plain(File file) {
            super(file);
        }
    }

    private static final class Decrypting extends FileSystemResource {

        Decrypting(File file) {
            super(file);
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new Inverting(super.getInputStream());
        }
    }

    private static final class Skipping extends FileSystemResource {

        private static final int HEADER = 16;

        Skipping(File file) {
            super(file);
        }

        @Override
        public long contentLength() throws IOException {
            return super.contentLength() - HEADER;
        }

        @Override
        public InputStream getInputStream() throws IOException {
            InputStream in = super.getInputStream();
            in.skipNBytes(HEADER);
            return in;
        }
    }

    /** Counts whatever is asked of it. */
    private static final class Counting extends FileSystemResource {

        Counting(File file) {
            super(file);
        }

        @Override
        public long contentLength() throws IOException {
            ACTIONS.incrementAndGet();
            return super.contentLength();
        }

        @Override
        public boolean isFile() {
            ACTIONS.incrementAndGet();
            return super.isFile();
        }

        @Override
        public InputStream getInputStream() throws IOException {
            ACTIONS.incrementAndGet();
            return super.getInputStream();
        }
    }

    /** Passes a stream through something; says of itself what the file says. */
    private static final class Decorating extends AbstractResource {

        private final FileSystemResource file;

        private final Function<InputStream, InputStream> decorator;

        Decorating(FileSystemResource file, Function<InputStream, InputStream> decorator) {
            this.file = file;
            this.decorator = decorator;
        }

        @Override
        public boolean isFile() {
            return true;
        }

        @Override
        public File getFile() {
            return file.getFile();
        }

        @Override
        public String getDescription() {
            return file.getDescription();
        }

        @Override
        public long contentLength() throws IOException {
            try (InputStream in = decorator.apply(file.getInputStream())) {
                return in.readAllBytes().length;
            }
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return decorator.apply(file.getInputStream());
        }
    }

    private static final class Inverting extends FilterInputStream {

        Inverting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            return (next < 0) ? next : next ^ 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            for (int i = offset; i < offset + count; i++) {
                bytes[i] ^= (byte) 0xFF;
            }
            return count;
        }
    }

    private static final class Closing extends FilterInputStream {

        Closing(InputStream in) {
            super(in);
        }

        @Override
        public void close() throws IOException {
            ACTIONS.incrementAndGet();
            super.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class Kinds implements WebMvcConfigurer {

        @Override
        public void addResourceHandlers(ResourceHandlerRegistry registry) {
            for (Kind kind : Kind.values()) {
                registry.addResourceHandler("/" + kind + "/**")
                        .addResourceLocations(directory.toUri().toString())
                        .resourceChain(false)
                        .addResolver(new VersionResourceResolver().addFixedVersionStrategy("v1", "/v1/**"))
                        .addResolver(new PathResourceResolver() {

                            @Override
                            protected Resource getResource(String path, Resource location) throws IOException {
                                return kind.factory.apply(
                                        location.createRelative(path).getFile());
                            }
                        });
            }
        }
    }
}
