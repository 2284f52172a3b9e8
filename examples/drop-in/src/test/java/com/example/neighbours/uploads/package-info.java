/* SPDX-License-Identifier: Apache-2.0 */
/** What applications that take uploads past a neighbour have in common. */
package com.example.neighbours.uploads;
