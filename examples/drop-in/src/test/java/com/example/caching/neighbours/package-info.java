/* SPDX-License-Identifier: Apache-2.0 */
/** An application that caches what libraries beside the cache make. */
package com.example.caching.neighbours;
