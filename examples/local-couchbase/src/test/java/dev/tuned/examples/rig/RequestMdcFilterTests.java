/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.rig;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

class RequestMdcFilterTests {

    @Test
    void fieldsAreThereDuringTheRequestOnlyAndStayOnTheirLine() throws Exception {
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/products/1");
        request.addHeader("User-Agent", "a\nb\r\u0085\u2028c");
        new RequestMdcFilter().doFilter(request, new MockHttpServletResponse(), (req, res) -> {
            assertThat(MDC.get("uri")).isEqualTo("/products/1");
            assertThat(MDC.get("requestId")).isNotBlank();
            assertThat(MDC.get("userAgent")).isEqualTo("a_b___c");
            assertThat(MDC.get("query")).isNull();
        });
        assertThat(MDC.get("uri")).isNull();
    }
}
