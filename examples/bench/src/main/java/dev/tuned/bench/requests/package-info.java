/** Reads requests from the files in which others keep them: {@code .http} files of editors, and HAR of browsers. */
@NullMarked
package dev.tuned.bench.requests;

import org.jspecify.annotations.NullMarked;
