/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.List;

/**
 * Where a thread was pinned.
 *
 * @param name the application's frame
 * @param frames what is told of its stack, from the top down
 */
record Place(String name, List<String> frames) {}
