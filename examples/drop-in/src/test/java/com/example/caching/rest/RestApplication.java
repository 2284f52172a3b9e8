/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.rest;

import java.util.List;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.Hibernate;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.PageRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Spring Data REST, with the session open until the answer is written, and Hibernate's second-level cache. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
@RestController
public class RestApplication {

    private final Genres genres;
    private final Statistics statistics;

    RestApplication(Genres genres, EntityManagerFactory factory) {
        this.genres = genres;
        this.statistics = factory.unwrap(SessionFactory.class).getStatistics();
    }

    public static void main(String[] args) {
        SpringApplication.run(RestApplication.class, args);
    }

    @Bean
    ApplicationRunner rows() {
        return arguments -> {
            genres.save(new Genre(1, "crime", List.of("one", "two")));
            genres.save(new Genre(2, "comedy", List.of("three")));
        };
    }

    /** The entity, in the session of this request or of an earlier one. */
    @GetMapping("/own/genres/{id}")
    String entity(@PathVariable long id) {
        Genre genre = genres.findById(id).orElseThrow();
        boolean before = Hibernate.isInitialized(genre.getTitles());
        String titles;
        try {
            titles = String.join(",", genre.getTitles());
        } catch (RuntimeException ex) {
            titles = ex.getClass().getSimpleName();
        }
        return genre.getName() + ", titles there: " + before + ", " + titles;
    }

    @GetMapping("/own/names/{id}")
    String name(@PathVariable long id) {
        return genres.findNameById(id) + " again the same: "
                + (genres.findNameById(id).equals(genres.findNameById(id)));
    }

    @GetMapping("/own/summaries")
    List<String> summaries() {
        return genres.findSummaryBy().stream().map(Genres.GenreSummary::getName).toList();
    }

    @GetMapping("/own/pages")
    String page() {
        var page = genres.findByNameStartingWith("c", PageRequest.of(0, 1));
        return page + ", " + page.getTotalElements() + ", "
                + page.getContent().get(0).getName();
    }

    @GetMapping("/own/statistics")
    String statistics() {
        return "statements " + statistics.getPrepareStatementCount() + ", second level: "
                + statistics.getSecondLevelCacheHitCount() + " hits, " + statistics.getSecondLevelCachePutCount()
                + " puts";
    }
}
