/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import com.sun.net.httpserver.HttpServer;

/** A service without a framework, for tests to which it does not matter what they start: it starts in a tenth of the time. */
public final class PlainService {

    /** An argument: it ends at once, with exit code 1. */
    static final String FAIL = "--fail";

    /** What it says then. */
    static final String FAILS = "this service does not start";

    /** An argument: it listens on a free port instead of the one in its arguments. */
    public static final String ELSEWHERE = "--elsewhere";

    private static final String PORT = "--server.port=";

    private PlainService() {}

    /** Makes its executable jar. */
    public static Path jar(Path directory) throws IOException {
        Path file = directory.resolve("plain.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, PlainService.class.getName());
        String name = PlainService.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                InputStream itself = PlainService.class.getResourceAsStream("/" + name)) {
            jar.putNextEntry(new JarEntry(name));
            Objects.requireNonNull(itself).transferTo(jar);
            jar.closeEntry();
        }
        return file;
    }

    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        if (all.contains(FAIL)) {
            System.out.println(FAILS);
            System.exit(1);
        }
        int port = all.stream()
                .filter(each -> each.startsWith(PORT))
                .mapToInt(each -> Integer.parseInt(each.substring(PORT.length())))
                .findFirst()
                .orElseThrow();
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), all.contains(ELSEWHERE) ? 0 : port), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }
}
