/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.advice;

import java.util.Locale;

import org.slf4j.MDC;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

import dev.tuned.examples.dropin.inside.Notes;

/** What a method may want to know of its caller. */
enum Caller {
    LOCALE {
        @Override
        String get() {
            return LocaleContextHolder.getLocale().toString();
        }

        @Override
        Object during(String value, Notes.Action action) throws Throwable {
            LocaleContextHolder.setLocale(Locale.forLanguageTag(value));
            try {
                return action.run();
            } finally {
                LocaleContextHolder.resetLocaleContext();
            }
        }
    },
    TENANT {
        private final Local tenant = new Local();

        @Override
        String get() {
            return tenant.get();
        }

        @Override
        Object during(String value, Notes.Action action) throws Throwable {
            return tenant.during(value, action);
        }
    },
    MAPPED_DIAGNOSTIC_CONTEXT {
        @Override
        String get() {
            return String.valueOf(MDC.get("user"));
        }

        @Override
        Object during(String value, Notes.Action action) throws Throwable {
            MDC.put("user", value);
            try {
                return action.run();
            } finally {
                MDC.remove("user");
            }
        }
    },
    SECURITY_CONTEXT {
        @Override
        String get() {
            Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
            return authentication == null ? "nobody" : authentication.getName();
        }

        @Override
        Object during(String value, Notes.Action action) throws Throwable {
            SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(value, ""));
            try {
                return action.run();
            } finally {
                SecurityContextHolder.clearContext();
            }
        }
    },
    CLASS_LOADER {
        @Override
        String get() {
            return String.valueOf(Thread.currentThread().getContextClassLoader().getName());
        }

        @Override
        Object during(String value, Notes.Action action) throws Throwable {
            return action.run();
        }
    };

    abstract String get();

    abstract Object during(String value, Notes.Action action) throws Throwable;
}
