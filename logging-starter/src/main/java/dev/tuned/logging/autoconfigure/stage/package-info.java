/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the timing of stages: beans, annotations, meters and properties. Nothing of it acts unless it is switched on. */
@NullMarked
package dev.tuned.logging.autoconfigure.stage;

import org.jspecify.annotations.NullMarked;
