/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import com.example.caching.advice.Accounts.Audited;
import com.example.caching.advice.Accounts.Metered;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Caches what runs in transactions, within aspects, and depends on the caller. The cache stands outside of all but one. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching(order = 10)
@EnableTransactionManagement(order = 20)
public class AdviceApplication {

    public static void main(String[] args) {
        SpringApplication.run(AdviceApplication.class, args);
    }

    @Bean
    ApplicationRunner rows(AdviceRows rows) {
        return arguments -> rows.run();
    }

    @Bean
    PlatformTransactionManager transactions() {
        return new NoTransactions();
    }

    /** Goes to no database. */
    @SuppressWarnings("serial")
    private static final class NoTransactions extends AbstractPlatformTransactionManager {

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    @Bean
    DefaultPointcutAdvisor metering() {
        MethodInterceptor interceptor = invocation -> Accounts.METER.during("metered", invocation::proceed);
        DefaultPointcutAdvisor advisor =
                new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(Metered.class), interceptor);
        advisor.setOrder(40);
        return advisor;
    }

    /** Between the cache and the method. */
    @Aspect
    @Component
    @Order(30)
    static class Audit {

        @Around("@annotation(audited)")
        Object around(ProceedingJoinPoint call, Audited audited) throws Throwable {
            return Accounts.AUDIT.during("audited", call::proceed);
        }
    }

    /** Between the caller and the cache: tries once more. */
    @Aspect
    @Component
    @Order(1)
    static class Retry {

        @Around("@annotation(com.example.caching.advice.Accounts.Retried)")
        Object around(ProceedingJoinPoint call) throws Throwable {
            try {
                return Accounts.RETRY.during("first", call::proceed);
            } catch (IllegalStateException ex) {
                return Accounts.RETRY.during("second", call::proceed);
            }
        }
    }
}
