/** Shows the results: text for a terminal, a page, a picture. */
@NullMarked
package dev.tuned.bench.report;

import org.jspecify.annotations.NullMarked;
