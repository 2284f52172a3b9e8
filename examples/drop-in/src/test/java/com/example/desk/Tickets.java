/* SPDX-License-Identifier: Apache-2.0 */
package com.example.desk;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;

@Service
public class Tickets {

    private final Map<Long, Ticket> tickets = new ConcurrentSkipListMap<>(Map.of(
            1L, new Ticket(1, "No paper", LocalDate.of(2026, 1, 31), List.of("printer")),
            2L, new Ticket(2, "No ink", null, List.of())));
    private final AtomicInteger reads = new AtomicInteger();

    @Cacheable("tickets")
    public Ticket find(long id) {
        reads.incrementAndGet();
        Ticket ticket = tickets.get(id);
        if (ticket == null) {
            throw new NoSuchElementException("ticket " + id);
        }
        return ticket;
    }

    @CacheEvict(cacheNames = "tickets", key = "#ticket.id()")
    public Ticket save(Ticket ticket) {
        tickets.put(ticket.id(), ticket);
        return ticket;
    }

    @Cacheable("greetings")
    public String greeting(String name) {
        return (LocaleContextHolder.getLocale().equals(Locale.GERMAN) ? "Hallo " : "Hello ")
                + name
                + reads.incrementAndGet();
    }

    @Cacheable("futures")
    public CompletableFuture<Ticket> later(long id) {
        reads.incrementAndGet();
        return CompletableFuture.supplyAsync(() -> tickets.get(id));
    }

    @Async
    public CompletableFuture<String> count() {
        return CompletableFuture.completedFuture(tickets.size() + " in " + LocaleContextHolder.getLocale());
    }

    @Async
    public CompletableFuture<String> thread() {
        return CompletableFuture.completedFuture(DeskController.thread());
    }

    Collection<Ticket> all() {
        return tickets.values();
    }

    int reads() {
        return reads.get();
    }
}
