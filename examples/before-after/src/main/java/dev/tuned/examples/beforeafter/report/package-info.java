/** Shows the results: text for a terminal, a page, a picture. */
@NullMarked
package dev.tuned.examples.beforeafter.report;

import org.jspecify.annotations.NullMarked;
