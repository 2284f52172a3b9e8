/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.coroutines

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.withContext
import org.slf4j.LoggerFactory
import org.springframework.cache.annotation.Cacheable
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController

/** Asked for by functions that suspend. */
open class SuspendedPrices {

    private val logger = LoggerFactory.getLogger(SuspendedPrices::class.java)
    private val calls = AtomicInteger()

    @Cacheable("suspended")
    open suspend fun price(id: String): String {
        logger.info("suspends for {}", id)
        delay(20)
        return withContext(Dispatchers.IO) { "coroutine: " + id + " by call " + calls.incrementAndGet() }
    }
}

@RestController
class SuspendedController(private val prices: SuspendedPrices) {

    @GetMapping("/suspended/{id}")
    suspend fun price(@PathVariable id: String): String = prices.price(id)

    @GetMapping("/flow/{id}")
    fun flow(@PathVariable id: String): Flow<String> = flow {
        repeat(3) {
            delay(10)
            emit(prices.price(id) + "; ")
        }
    }

    @GetMapping("/fails")
    suspend fun fails(): String {
        delay(10)
        throw IllegalStateException("broken in a coroutine")
    }
}
