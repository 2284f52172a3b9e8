/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application that has the starter, and nothing else. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StarterApplication {}
