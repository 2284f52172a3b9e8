/* SPDX-License-Identifier: Apache-2.0 */
/** Controllers that take uploads in every style that Spring MVC has, and answer with what they saw. */
package com.example.uploads;
