/* SPDX-License-Identifier: Apache-2.0 */
package com.example.async;

import dev.tuned.examples.dropin.inside.Notes;

/** What code that runs on a thread can see of it. */
public final class ThreadFacts {

    private ThreadFacts() {}

    /** Notes those of the current thread; numbers in names are never twice the same. */
    public static void note(String name) {
        Thread thread = Thread.currentThread();
        Notes.add(name, "thread name", thread.getName().replaceAll("\\d+", "N"));
        Notes.add(name, "thread kind", kind(thread));
        Notes.add(name, "thread group", thread.getThreadGroup().getName());
        Notes.add(name, "thread priority", thread.getPriority());
        Notes.add(
                name, "class loader", thread.getContextClassLoader().getClass().getSimpleName());
    }

    /** Whether it is virtual, and whether it keeps the JVM. */
    public static String kind(Thread thread) {
        try {
            Object virtual = Thread.class.getMethod("isVirtual").invoke(thread);
            return (virtual.equals(true) ? "virtual" : "platform") + (thread.isDaemon() ? ", daemon" : "");
        } catch (ReflectiveOperationException ex) {
            return "platform" + (thread.isDaemon() ? ", daemon" : "");
        }
    }
}
