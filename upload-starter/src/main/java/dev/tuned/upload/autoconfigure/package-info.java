/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the upload starter. */
@NullMarked
package dev.tuned.upload.autoconfigure;

import org.jspecify.annotations.NullMarked;
