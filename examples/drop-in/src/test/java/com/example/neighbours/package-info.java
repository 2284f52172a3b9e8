/* SPDX-License-Identifier: Apache-2.0 */
/** Applications with libraries beside the starters: {@link com.example.neighbours.Market} in each, and what its neighbour adds. */
package com.example.neighbours;
