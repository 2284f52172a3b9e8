/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.servlet.autoconfigure.MultipartProperties;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;

import dev.tuned.upload.mvc.TunedMultipartResolver;

/**
 * Replaces Spring Boot's multipart resolver by this starter's, with the same settings. First of all post-processors: what others
 * set, they set on this starter's.
 */
final class ResolverReplacer implements BeanPostProcessor, PriorityOrdered {

    private final ObjectProvider<MultipartProperties> properties;

    ResolverReplacer(ObjectProvider<MultipartProperties> properties) {
        this.properties = properties;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (!DispatcherServlet.MULTIPART_RESOLVER_BEAN_NAME.equals(name)
                || bean.getClass() != StandardServletMultipartResolver.class) {
            return bean;
        }
        TunedMultipartResolver resolver = new TunedMultipartResolver();
        resolver.setResolveLazily(properties.getObject().isResolveLazily());
        resolver.setStrictServletCompliance(properties.getObject().isStrictServletCompliance());
        return resolver;
    }
}
