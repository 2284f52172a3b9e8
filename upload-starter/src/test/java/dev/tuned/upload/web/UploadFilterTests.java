/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import dev.tuned.upload.FormData;
import dev.tuned.upload.RecordingListener;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.MinimumRate;
import dev.tuned.upload.storage.UploadStorage;
import dev.tuned.upload.tomcat.TomcatLimits;

import static org.assertj.core.api.Assertions.assertThat;

class UploadFilterTests {

    private static final Limit NONE = new Limit(-1, "none");

    private final RecordingListener listener = new RecordingListener();

    @Test
    @DisplayName("An asynchronous upload ends with an error, after which a container may report no completion")
    void asynchronousUploadEndsWithAnError() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");
        request.setContentType(FormData.CONTENT_TYPE);
        request.setContent(new FormData().field("a", "x").field("b", "y").bytes());
        request.setAsyncSupported(true);
        filter().doFilter(request, new MockHttpServletResponse(), (wrapped, response) -> {
            UploadRequest.streamOf((HttpServletRequest) wrapped, null).next();
            wrapped.startAsync();
        });
        assertThat(listener.heard()).containsExactly("started STREAMING");
        MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
        for (AsyncListener each : context.getListeners()) {
            each.onError(new AsyncEvent(context));
        }
        assertThat(listener.heard()).containsExactly("started STREAMING", "abandoned STREAMING");
    }

    @Test
    void fieldThatCannotBeReadKeepsNothingFromBeingDeleted(@TempDir Path directory) throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");
        request.setContentType(FormData.CONTENT_TYPE);
        request.setContent(
                new FormData().field("a", "x").file("file", "b", new byte[9]).bytes());
        filter(new UploadStorage(0), directory.toString())
                .doFilter(request, new MockHttpServletResponse(), (wrapped, response) -> {
                    assertThat(((HttpServletRequest) wrapped).getParts()).hasSize(2);
                    for (Path file : files(directory)) {
                        if (Files.size(file) == 1) {
                            Files.delete(file); // As one that cleans up temporary directories does.
                        }
                    }
                    assertThat(files(directory)).hasSize(1);
                });
        assertThat(files(directory)).isEmpty();
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }

    private UploadFilter filter() {
        return filter(new UploadStorage(1 << 20), "");
    }

    private UploadFilter filter(UploadStorage storage, String location) {
        UploadSettings settings = new UploadSettings(-1, NONE, NONE, new MinimumRate(0, Duration.ZERO));
        TomcatLimits tomcat = new TomcatLimits(new Connector());
        Uploads uploads = new Uploads(settings, storage, listener, () -> tomcat, request -> null);
        return new UploadFilter(uploads, request -> new MultipartConfigElement(location));
    }
}
