/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.securedfiles;

import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.web.header.HeaderWriterFilter;

/** Lets Spring Security write its headers before the request is handled. */
class EagerHeaders implements ObjectPostProcessor<HeaderWriterFilter> {

    @Override
    public <O extends HeaderWriterFilter> O postProcess(O filter) {
        filter.setShouldWriteHeadersEagerly(true);
        return filter;
    }
}
