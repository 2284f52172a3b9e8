/* SPDX-License-Identifier: Apache-2.0 */
/** What looks at an application from within its JVM. It uses nothing but the JDK and Spring Boot. */
package dev.tuned.examples.dropin.inside;
