/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.permit;

/**
 * Makes sure that the stack of the current thread has room for steps that must not end halfway: taking a place, starting a thread,
 * and giving the place back if that fails.
 */
public final class StackRoom {

    /** Number of frames, of about 8 KB when compiled and 25 KB when interpreted: more than the deepest of these calls needs. */
    private static final int FRAMES = 300;

    private StackRoom() {}

    /**
     * Fails now, while nothing is taken, if there is too little room.
     *
     * @throws StackOverflowError if there is too little room
     */
    public static void require() {
        descend(FRAMES);
    }

    private static int descend(int frames) {
        return (frames == 0) ? 0 : 1 + descend(frames - 1);
    }
}
