/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Requests: a filter wraps those of Spring MVC, and the wrapper reads the body when somebody asks for parameters or parts, where
 * Tomcat would. No API. Knows the servlet API and spring-web, not Spring MVC.
 */
@NullMarked
package dev.tuned.upload.web;

import org.jspecify.annotations.NullMarked;
