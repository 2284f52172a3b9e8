/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/**
 * Lets Spring MVC's handlers of static resources send files by sendfile, also those that are no beans but created for a handler
 * mapping.
 */
public final class SendfilePostProcessor implements BeanPostProcessor {

    private final ObjectProvider<Sendfile> sendfile;

    public SendfilePostProcessor(ObjectProvider<Sendfile> sendfile) {
        this.sendfile = sendfile;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractUrlHandlerMapping mapping) {
            mapping.getHandlerMap().values().forEach(this::install);
        } else {
            install(bean);
        }
        return bean;
    }

    private void install(Object handler) {
        if (handler instanceof ResourceHttpRequestHandler resources) {
            sendfile.ifAvailable(available -> available.install(resources));
        }
    }
}
