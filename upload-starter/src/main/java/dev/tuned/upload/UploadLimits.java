/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits for the uploads of one handler method that takes an {@link UploadStream}, or of all such methods of a class, in place of
 * the application's. Values are sizes such as {@code 10MB}, may hold placeholders such as {@code ${my.limit}}, and are checked at
 * start-up; {@code -1} is no limit.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface UploadLimits {

    /** Largest size of a file; empty for the application's limit. */
    String maxFileSize() default "";

    /** Largest size of the whole body; empty for the application's limit. */
    String maxRequestSize() default "";
}
