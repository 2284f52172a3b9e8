/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the upload starter: properties, beans, meters, the start-up line. No API: nothing uses this package. */
@NullMarked
package dev.tuned.upload.autoconfigure;

import org.jspecify.annotations.NullMarked;
