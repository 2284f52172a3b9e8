/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;

import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/** Stops reading a JSON body at 20 MB, the most that Couchbase stores: it would become a tree on the heap. */
@ControllerAdvice
class JsonBodyLimit extends RequestBodyAdviceAdapter {

    private static final long LIMIT = 20L << 20;

    @Override
    public boolean supports(
            MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converterType) {
        return true;
    }

    @Override
    public HttpInputMessage beforeBodyRead(
            HttpInputMessage message,
            MethodParameter parameter,
            Type type,
            Class<? extends HttpMessageConverter<?>> converterType)
            throws IOException {
        InputStream limited = new LimitedInputStream(message.getBody());
        return new HttpInputMessage() {
            @Override
            public InputStream getBody() {
                return limited;
            }

            @Override
            public HttpHeaders getHeaders() {
                return message.getHeaders();
            }
        };
    }

    private static final class LimitedInputStream extends FilterInputStream {

        private long count;

        LimitedInputStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count(read);
            return read;
        }

        private void count(int read) {
            count += Math.max(read, 0);
            if (count > LIMIT) {
                throw new ProblemException(HttpStatus.CONTENT_TOO_LARGE, "The body is larger than 20 MB");
            }
        }
    }
}
