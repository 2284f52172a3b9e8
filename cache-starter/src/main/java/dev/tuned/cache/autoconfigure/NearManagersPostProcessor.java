/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.data.redis.cache.RedisCacheManager;

/** Rebuilds each {@link RedisCacheManager}, before it makes its caches. Subclasses stay as they are. */
final class NearManagersPostProcessor implements BeanPostProcessor {

    private static final Log log = LogFactory.getLog(NearManagersPostProcessor.class);

    private final ObjectProvider<NearManagers> near;

    NearManagersPostProcessor(ObjectProvider<NearManagers> near) {
        this.near = near;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (!(bean instanceof RedisCacheManager manager)) {
            return bean;
        }
        if (bean.getClass() != RedisCacheManager.class) {
            log.warn("No cache of '" + name + "' is near: " + bean.getClass().getName()
                    + " is a subclass of RedisCacheManager, which cannot be rebuilt");
            return bean;
        }
        NearManagers managers = near.getObject();
        try {
            return managers.near(name, manager);
        } catch (BeansException | IllegalStateException ex) {
            log.warn("No cache of '" + name + "' is near: " + ex.getMessage());
            return bean;
        }
    }
}
