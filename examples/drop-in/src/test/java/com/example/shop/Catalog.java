/* SPDX-License-Identifier: Apache-2.0 */
package com.example.shop;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;

@Service
public class Catalog {

    private final Products products;
    private final AtomicInteger reads = new AtomicInteger();

    Catalog(Products products) {
        this.products = products;
    }

    @Cacheable("products")
    @Transactional(readOnly = true)
    public Optional<Product> find(long id) {
        reads.incrementAndGet();
        return products.findById(id);
    }

    @Cacheable(cacheNames = "searches", key = "#text.toLowerCase()", unless = "#result.isEmpty()", sync = false)
    public List<Product> search(String text) {
        reads.incrementAndGet();
        return products.findByNameContainingIgnoreCaseOrderById(text);
    }

    @Cacheable(cacheNames = "transactions", sync = true)
    @Transactional(readOnly = true)
    public String transaction(String key) {
        return key + " active " + TransactionSynchronizationManager.isActualTransactionActive() + " read only "
                + TransactionSynchronizationManager.isCurrentTransactionReadOnly() + " read " + reads.incrementAndGet();
    }

    @Caching(
            put = @CachePut(cacheNames = "products", key = "#result.id"),
            evict = @CacheEvict(cacheNames = "searches", allEntries = true))
    @Transactional
    public Product save(Product product) {
        return products.save(product);
    }

    @CacheEvict(cacheNames = "products", key = "#id")
    @Transactional
    public int buy(long id, int quantity) {
        Product product = products.findById(id).orElseThrow();
        product.setStock(product.getStock() - quantity);
        products.flush();
        if (product.getStock() < 0) {
            throw new SoldOutException(product.getName());
        }
        return product.getStock();
    }

    @PreAuthorize("hasRole('ADMIN')")
    @CacheEvict("products")
    public void delete(long id) {
        products.deleteById(id);
    }

    int reads() {
        return reads.get();
    }
}
