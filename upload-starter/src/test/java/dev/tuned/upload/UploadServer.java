/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application on a real server, and a client for it. The client may be held up while it sends what is refused,
 * for longer than the two seconds of the default.
 */
public final class UploadServer implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private final HttpClient client = HttpClient.newHttpClient();

    public UploadServer(String... properties) {
        this(StreamApplication.class, List.of(), properties);
    }

    /** A server with more beans. */
    public UploadServer(List<Class<?>> configurations, String... properties) {
        this(StreamApplication.class, configurations, properties);
    }

    public UploadServer(Class<?> application, String... properties) {
        this(application, List.of(), properties);
    }

    public UploadServer(Class<?> application, List<Class<?>> configurations, String... properties) {
        String[] all = Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "server.address=127.0.0.1",
                                "spring.main.banner-mode=off",
                                "tuned.upload.linger.max-time=2m"),
                        Stream.of(properties))
                .map("--"::concat)
                .toArray(String[]::new);
        context = new SpringApplicationBuilder(application)
                .sources(configurations.toArray(new Class<?>[0]))
                .run(all);
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public String post(String path, FormData form) throws IOException, InterruptedException {
        return send(path, form).body();
    }

    public String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }

    public HttpResponse<String> send(String path, FormData form, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .header("Content-Type", FormData.CONTENT_TYPE)
                .POST(BodyPublishers.ofByteArray(form.bytes()));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
