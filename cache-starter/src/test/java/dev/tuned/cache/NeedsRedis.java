/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips tests where there is no {@code redis-server}, with a line that says so. {@code .ci/run} installs it. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsRedis.Condition.class)
public @interface NeedsRedis {

    /** Looks for the server. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (RedisServer.isInstalled()) {
                return ConditionEvaluationResult.enabled("There is a redis-server");
            }
            String reason =
                    context.getDisplayName() + " is skipped: there is no redis-server (apt-get install redis-server)";
            System.err.println(reason);
            return ConditionEvaluationResult.disabled(reason);
        }
    }
}
