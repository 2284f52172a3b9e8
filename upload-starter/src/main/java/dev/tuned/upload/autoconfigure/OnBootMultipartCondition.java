/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.web.servlet.DispatcherServlet;

/** Whether Spring MVC has Spring Boot's multipart resolver, and not the application's own or none. */
final class OnBootMultipartCondition extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Spring Boot's multipart resolver");
        String name = DispatcherServlet.MULTIPART_RESOLVER_BEAN_NAME;
        BeanDefinitionRegistry beans = context.getRegistry();
        String factory = beans.containsBeanDefinition(name)
                ? beans.getBeanDefinition(name).getFactoryBeanName()
                : null;
        return MultipartAutoConfiguration.class.getName().equals(factory)
                ? ConditionOutcome.match(message.found("bean").items(name))
                : ConditionOutcome.noMatch(message.because("the application has its own, or none"));
    }
}
