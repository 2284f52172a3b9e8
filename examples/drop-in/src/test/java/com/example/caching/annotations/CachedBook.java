/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.core.annotation.AliasFor;

/** A composed annotation. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Cacheable("books")
@interface CachedBook {

    @AliasFor(annotation = Cacheable.class, attribute = "key")
    String by() default "";
}
