/** What is measured of the example service: its variants, its workloads and the claims on them. */
@NullMarked
package dev.tuned.examples.beforeafter.catalog;

import org.jspecify.annotations.NullMarked;
