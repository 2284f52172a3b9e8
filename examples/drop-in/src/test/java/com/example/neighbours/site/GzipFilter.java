/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.site;

import java.io.IOException;
import java.util.zip.GZIPOutputStream;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

/** Compresses whole bodies for clients that take it, as applications did before their servers could. */
class GzipFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        String accepted = http.getHeader("Accept-Encoding");
        if (accepted == null || !accepted.contains("gzip") || http.getHeader("Range") != null) {
            chain.doFilter(request, response);
            return;
        }
        Compressed compressed = new Compressed((HttpServletResponse) response);
        chain.doFilter(request, compressed);
        compressed.finish();
    }

    private static final class Compressed extends HttpServletResponseWrapper {

        private GZIPOutputStream gzip;

        Compressed(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setContentLength(int length) {
            // That of what is not compressed.
        }

        @Override
        public void setContentLengthLong(long length) {
            // The same.
        }

        @Override
        public void setHeader(String name, String value) {
            if (!name.equalsIgnoreCase("Content-Length")) {
                super.setHeader(name, value);
            }
        }

        @Override
        public void addHeader(String name, String value) {
            if (!name.equalsIgnoreCase("Content-Length")) {
                super.addHeader(name, value);
            }
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream out = super.getOutputStream();
            if (gzip == null) {
                super.setHeader("Content-Encoding", "gzip");
                gzip = new GZIPOutputStream(out);
            }
            return new ServletOutputStream() {

                @Override
                public boolean isReady() {
                    return out.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    out.setWriteListener(listener);
                }

                @Override
                public void write(int b) throws IOException {
                    gzip.write(b);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    gzip.write(bytes, offset, length);
                }

                @Override
                public void flush() throws IOException {
                    gzip.flush();
                }
            };
        }

        void finish() throws IOException {
            if (gzip != null) {
                gzip.finish();
            }
        }
    }
}
