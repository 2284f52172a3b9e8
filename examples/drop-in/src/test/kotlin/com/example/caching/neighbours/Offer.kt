/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.neighbours

import java.math.BigDecimal

/** A data class with a default value, which may be without a note. */
data class Offer(val name: String, val price: BigDecimal, val tags: List<String> = listOf("new", "cheap"), val note: String?)

/** One that computes what it is asked for, once. */
data class Described(val name: String) {
    val description: String by lazy { "about $name" }
}

/** A hierarchy that is closed, with an object that is the only one of its class. */
sealed interface State

data class Open(val since: Long) : State

data object Closed : State
