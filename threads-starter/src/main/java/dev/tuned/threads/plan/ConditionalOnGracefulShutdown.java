/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/** Matches where the web server lets requests end before it stops. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnGracefulShutdown.class)
public @interface ConditionalOnGracefulShutdown {}
