/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.http.Part;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockPart;

import static org.assertj.core.api.Assertions.assertThat;

class BufferedPartsRequestTests {

    private final MockHttpServletRequest container = new MockHttpServletRequest();

    private final BufferedPartsRequest request = new BufferedPartsRequest(container);

    @Test
    void partsAreTheSameObjectsOnEveryCall() throws Exception {
        container.addPart(new MockPart("a", new byte[1]));
        container.addPart(new MockPart("a", new byte[2]));
        Part first = request.getPart("a");
        assertThat(first).isNotNull().isSameAs(request.getPart("a"));
        assertThat(first.getSize()).isEqualTo(1);
        assertThat(request.getParts()).hasSize(2).first().isSameAs(first);
        assertThat(request.getPart("absent")).isNull();
    }

    @Test
    void changesToTheCollectionDoNotReachTheRequest() throws Exception {
        container.addPart(new MockPart("a", new byte[1]));
        request.getParts().clear();
        assertThat(request.getParts()).hasSize(1);
    }

    @Test
    void containerIsAskedForASizeOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        container.addPart(new MockPart("a", new byte[3]) {
            @Override
            public long getSize() {
                asked.incrementAndGet();
                return super.getSize();
            }
        });
        Part part = request.getPart("a");
        assertThat(part.getSize()).isEqualTo(part.getSize()).isEqualTo(3);
        assertThat(asked).hasValue(1);
    }

    @Test
    void onlyStreamsThatAreNotInMemoryGetABuffer() throws Exception {
        container.addPart(new MockPart("memory", new byte[3]));
        container.addPart(new MockPart("file", new byte[3]) {
            @Override
            public InputStream getInputStream() {
                return new CountingInputStream(new byte[3]);
            }
        });
        assertThat(request.getPart("memory").getInputStream()).isExactlyInstanceOf(ByteArrayInputStream.class);
        assertThat(request.getPart("file").getInputStream()).isInstanceOf(BufferedPartInputStream.class);
    }
}
