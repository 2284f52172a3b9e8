/** The tables of the field reports, measured again: one plan each, by name. */
@NullMarked
package dev.tuned.examples.beforeafter.fieldreports;

import org.jspecify.annotations.NullMarked;
