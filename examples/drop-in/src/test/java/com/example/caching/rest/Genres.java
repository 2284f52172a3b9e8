/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.rest;

import java.util.List;
import java.util.Optional;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;

/** Exported by Spring Data REST; what it finds and what it projects is cached. */
public interface Genres extends JpaRepository<Genre, Long> {

    @Override
    @Cacheable("genre")
    Optional<Genre> findById(Long id);

    @Override
    @CacheEvict(
            cacheNames = {"genre", "genre-names", "genre-summaries", "genre-pages"},
            allEntries = true)
    <S extends Genre> S save(S genre);

    @Cacheable("genre-names")
    Optional<GenreName> findNameById(long id);

    @Cacheable("genre-summaries")
    List<GenreSummary> findSummaryBy();

    @Cacheable("genre-pages")
    Page<Genre> findByNameStartingWith(String start, Pageable page);

    /** What of a genre is in its record. */
    record GenreName(long id, String name) {}

    /** A projection, made by a proxy. */
    interface GenreSummary {

        String getName();
    }
}
