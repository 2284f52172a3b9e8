/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.adaptive;

import java.util.SplittableRandom;

/** Loads of a service of infinite capacity: whoever rejects one of these requests is wrong. */
enum HealthyLoad {
    /** A fresh service; one request in ten is slow. */
    FRESH_AND_BIMODAL {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900).work((time, random) -> (random.nextDouble() < 0.9) ? 0.002 : 0.500);
        }
    },
    /** Many clients right after the start. */
    MANY_CLIENTS {
        @Override
        Simulation on(Simulation server) {
            return server.clients(200).work((time, random) -> 0.005 + 0.045 * random.nextDouble());
        }
    },
    /** Nine in ten are slow, so that the fastest tenth may be either. */
    MOSTLY_SLOW {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900).work((time, random) -> (random.nextDouble() < 0.1) ? 0.002 : 0.500);
        }
    },
    PAUSES {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900).pauses(5, 0.3).work((time, random) -> 0.005 + 0.010 * random.nextDouble());
        }
    },
    STEADY {
        @Override
        Simulation on(Simulation server) {
            return server.rate(1500).work((time, random) -> exponential(random, 0.020));
        }
    },
    /** The first minute of a service whose code is not compiled yet takes ten times as long. */
    COLD_START {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900)
                    .work((time, random) -> 0.010 * (1 + 9 * Math.exp(-time / 10)) * (0.5 + random.nextDouble()));
        }
    },
    STEPS_OF_FIFTY {
        @Override
        Simulation on(Simulation server) {
            return server.rate(time -> (time % 20 < 10) ? 40 : 2000).work((time, random) -> exponential(random, 0.100));
        }
    },
    STEPS_OF_FIFTY_BIMODAL {
        @Override
        Simulation on(Simulation server) {
            return server.rate(time -> (time % 20 < 10) ? 40 : 2000)
                    .work((time, random) -> (random.nextDouble() < 0.9) ? 0.002 : 0.500);
        }
    },
    LONG_POLLS_BESIDE_SHORT_REQUESTS {
        @Override
        Simulation on(Simulation server) {
            return server.rate(time -> (time % 120 < 60) ? 400 : 900)
                    .work((time, random) -> (random.nextDouble() < 0.9) ? 0.005 : 30);
        }
    },
    /** Response times over four orders of magnitude. */
    HEAVY_TAIL {
        @Override
        Simulation on(Simulation server) {
            return server.rate(800).work((time, random) -> 0.002 * Math.exp(2 * gaussian(random)));
        }
    },
    /** What it calls has become a hundred times as slow, and stays so for some minutes. */
    SLOWER_FOR_A_WHILE {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900)
                    .work((time, random) -> ((time % 300 < 150) ? 0.005 : 0.500) * (0.8 + 0.4 * random.nextDouble()));
        }
    },
    /** As many as ever wait for their answers, each of which takes most of a second. */
    MANY_SLOW_CLIENTS {
        @Override
        Simulation on(Simulation server) {
            return server.clients(1000).work((time, random) -> 0.3 + 0.6 * random.nextDouble());
        }
    },
    /** A code that is not compiled yet, and requests that take as good as equally long. */
    SLOW_COLD_START {
        @Override
        Simulation on(Simulation server) {
            return server.rate(1500)
                    .work((time, random) -> 0.3 * (1 + 4 * Math.exp(-time / 5)) + 0.010 * random.nextDouble());
        }
    },
    /** What it calls becomes slower little by little. */
    SLOWER_LITTLE_BY_LITTLE {
        @Override
        Simulation on(Simulation server) {
            return server.rate(900)
                    .work((time, random) -> ramp(time % 300, 60, 0.005, 90, 1.0) * (0.8 + 0.4 * random.nextDouble()));
        }
    },
    /** More requests make what it calls slower, little by little. */
    STEPS_OF_FIFTY_THAT_SLOW_DOWN {
        @Override
        Simulation on(Simulation server) {
            return server.rate(time -> (time % 60 < 20) ? 40 : 2000)
                    .work((time, random) -> ramp(time % 60, 20, 0.020, 30, 0.600) * (0.8 + 0.4 * random.nextDouble()));
        }
    },
    /** What it calls is slower and faster by turns, within seconds. */
    UNSTEADY {
        @Override
        Simulation on(Simulation server) {
            return server.rate(1500)
                    .work((time, random) ->
                            (0.32 - 0.30 * Math.cos(time * Math.PI / 2)) * (0.9 + 0.2 * random.nextDouble()));
        }
    },
    /** The same, and so much so that the answers come as fast again as they would from a queue. */
    VERY_UNSTEADY {
        @Override
        Simulation on(Simulation server) {
            return server.rate(1500)
                    .work((time, random) -> (1.02 - Math.cos(time * Math.PI / 3)) * (0.9 + 0.2 * random.nextDouble()));
        }
    },
    /** Every two seconds all are answered at once, as at the end of a stall or by an event that long polls wait for. */
    ANSWERED_TOGETHER {
        @Override
        Simulation on(Simulation server) {
            return server.rate(1500).work((time, random) -> 2 - time % 2 + 0.002 * random.nextDouble());
        }
    },
    /** By day and night, an hour long. */
    WAVES {
        @Override
        Simulation on(Simulation server) {
            return server.rate(time -> 600 - 550 * Math.cos(time * 2 * Math.PI / 3600))
                    .work((time, random) -> exponential(random, 0.050));
        }
    };

    abstract Simulation on(Simulation server);

    private static double ramp(double time, double begin, double from, double end, double to) {
        double done = Math.max(0, Math.min(1, (time - begin) / (end - begin)));
        return from + done * (to - from);
    }

    private static double exponential(SplittableRandom random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private static double gaussian(SplittableRandom random) {
        return Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
    }
}
