/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where the web server lets requests end before it stops. */
final class OnGracefulShutdown implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                        .bind("server.shutdown", Shutdown.class)
                        .orElse(Shutdown.GRACEFUL)
                == Shutdown.GRACEFUL;
    }
}
