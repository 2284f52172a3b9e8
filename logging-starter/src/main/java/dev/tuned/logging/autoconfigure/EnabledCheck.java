/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;

/**
 * Refuses a {@code tuned.logging.enabled} that is neither true nor false, which a condition would take for false. All other properties are
 * checked by {@link LoggingProperties}.
 */
final class EnabledCheck implements ApplicationListener<ApplicationPreparedEvent> {

    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        Binder.get(event.getApplicationContext().getEnvironment()).bind("tuned.logging.enabled", Boolean.class);
    }
}
