/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;

/**
 * Puts {@link UploadRequestCache} before the request cache of a filter chain, where that is Spring Security's own, which saves parameters.
 *
 * <p>Spring Security initializes its configurers in the order in which they were added, and the one of the request cache is
 * there from the start; so at this point the cache is known, and those who use it have yet to ask for it.
 */
final class UploadRequestCacheConfigurer extends AbstractHttpConfigurer<UploadRequestCacheConfigurer, HttpSecurity> {

    @Override
    public void init(HttpSecurity http) {
        RequestCache cache = http.getSharedObject(RequestCache.class);
        if (cache instanceof HttpSessionRequestCache) {
            http.setSharedObject(RequestCache.class, new UploadRequestCache(cache));
        }
    }
}
