/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.savedrequest.RequestCache;

import dev.tuned.upload.TunedMultipartResolver;
import dev.tuned.upload.UploadEngine;

/**
 * Auto-configuration that keeps Spring Security from reading an upload of somebody who is not logged in: it would, to
 * repeat the request after the login, which it cannot do with a body.
 */
@AutoConfiguration(after = UploadAutoConfiguration.class)
@ConditionalOnClass({HttpSecurity.class, RequestCache.class})
@ConditionalOnBean({UploadEngine.class, TunedMultipartResolver.class})
public final class UploadSecurityAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(RequestCache.class)
    Customizer<HttpSecurity> uploadRequestCacheCustomizer() {
        return http -> http.with(new UploadRequestCacheConfigurer());
    }
}
