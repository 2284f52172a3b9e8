/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

/**
 * Room on the stack of the current thread for what must not end halfway: taking a place, starting a thread, and giving the place
 * back if that fails.
 */
public final class StackRoom {

    /** More than the deepest of these calls needs: about 8 KB when compiled, 25 KB when interpreted. */
    private static final int FRAMES = 300;

    private StackRoom() {}

    /**
     * Fails now, while nothing is taken, if there is too little room.
     *
     * @throws StackOverflowError if there is
     */
    public static void require() {
        descend(FRAMES);
    }

    private static int descend(int frames) {
        return (frames == 0) ? 0 : 1 + descend(frames - 1);
    }
}
