/** The variants and workloads of the example service, and the claims on them. */
@NullMarked
package dev.tuned.examples.beforeafter.catalog;

import org.jspecify.annotations.NullMarked;
