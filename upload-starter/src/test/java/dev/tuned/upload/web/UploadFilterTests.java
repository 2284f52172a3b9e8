/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.time.Duration;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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

    private UploadFilter filter() {
        UploadSettings settings = new UploadSettings(-1, NONE, NONE, new MinimumRate(0, Duration.ZERO));
        TomcatLimits tomcat = new TomcatLimits(new Connector());
        Uploads uploads = new Uploads(settings, new UploadStorage(1 << 20), listener, () -> tomcat);
        return new UploadFilter(uploads, request -> new MultipartConfigElement(""));
    }
}
