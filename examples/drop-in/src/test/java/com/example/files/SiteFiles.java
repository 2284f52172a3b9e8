/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** The files of the site, written below the working directory before the application starts. */
public final class SiteFiles {

    private static final FileTime MODIFIED = FileTime.from(Instant.parse("2024-01-01T00:00:00Z"));
    private static final List<String> TEXTS = List.of(
            "page.html",
            "data.json",
            "app.js",
            "UPPER.TXT",
            "no-extension",
            ".hidden",
            "with space.txt",
            "a+b.txt",
            "semi;colon.txt",
            "per%cent.txt",
            "\u00fcn\u00efc\u00f6de-\u00e4.txt",
            "index.html",
            "sub/index.html",
            "sub/file.txt",
            "sub/deep/file.txt",
            "sub.dir/file.txt",
            "v1/fixed.txt",
            "special.txt",
            "post.txt",
            "7.txt",
            "changing.txt",
            "vanishing.txt",
            "favicon.ico");

    private SiteFiles() {}

    public static void write() {
        try {
            Path site = Files.createDirectories(Path.of("site"));
            for (String name : TEXTS) {
                write(site.resolve(name), ("This is " + name + "\n").getBytes(StandardCharsets.UTF_8));
            }
            write(
                    site.resolve("style.css"),
                    "body { background: url(\"app.js\"); }\n".getBytes(StandardCharsets.UTF_8));
            int[] sizes = {0, 1, 47 * 1024, 48 * 1024 - 1, 48 * 1024, 49 * 1024, 300_000, 1 << 20};
            String[] names = {"0", "1", "47k", "48k-1", "48k", "49k", "300k", "1m"};
            for (int i = 0; i < sizes.length; i++) {
                write(site.resolve(names[i] + ".bin"), content(sizes[i]));
                write(site.resolve(names[i] + ".txt"), content(sizes[i]));
            }
            for (String name : List.of("49k.txt", "app.js")) {
                write(site.resolve(name + ".gz"), gzip(Files.readAllBytes(site.resolve(name))));
                write(site.resolve(name + ".br"), content(50_000));
            }
            write(Path.of("secret.txt"), "secret\n".getBytes(StandardCharsets.UTF_8));
            write(Path.of("other/only-other.txt"), content(60_000));
            write(Path.of("other/49k.txt"), content(51_000));
            write(Path.of("public/index.html"), "<h1>Welcome</h1>\n".getBytes(StandardCharsets.UTF_8));
            write(Path.of("public/favicon.ico"), content(60_000));
            write(Path.of("public/error/404.html"), "<h1>Not here</h1>\n".getBytes(StandardCharsets.UTF_8));
            write(Path.of("public/error/5xx.html"), "<h1>Broken</h1>\n".getBytes(StandardCharsets.UTF_8));
            Files.createSymbolicLink(site.resolve("link.txt"), Path.of("49k.txt"));
            Files.createSymbolicLink(site.resolve("link-outside.txt"), Path.of("../secret.txt"));
            Files.createSymbolicLink(site.resolve("link-directory"), Path.of("sub"));
            Files.createSymbolicLink(site.resolve("link-broken.txt"), Path.of("absent.txt"));
            try (Stream<Path> files = Files.walk(Path.of("."))) {
                for (Path file : files.filter(Files::isDirectory).toList()) {
                    if (!Files.isSymbolicLink(file)
                            && !file.startsWith("./tmp")
                            && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                        Files.setLastModifiedTime(file, MODIFIED);
                    }
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static void write(Path file, byte[] content) throws IOException {
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        Files.write(file, content);
        Files.setLastModifiedTime(file, MODIFIED);
    }

    private static byte[] content(int size) {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i++) {
            content[i] = (byte) ('a' + (i * 31L + i / 1009) % 26);
        }
        return content;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }
}
