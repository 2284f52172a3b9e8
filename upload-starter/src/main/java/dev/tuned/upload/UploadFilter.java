/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;

/** Takes the bodies of multipart requests into the hands of this starter. Safe for use by many threads. */
public final class UploadFilter implements Filter {

    private final UploadEngine engine;

    /** Makes a filter. */
    public UploadFilter(UploadEngine engine) {
        this.engine = engine;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
    }

    UploadEngine engine() {
        return engine;
    }
}
