/* Breadth-first search over numbered positions: a bit for each number, one queue of numbers. Prints positions, depth and seconds. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t *seen;
static uint32_t *queue;
static uint32_t queued;

/* Put a position at the end of the queue unless it has been there. */
static inline void reach(uint32_t number)
{
    const uint64_t bit = (uint64_t)1 << (number & 63);
    if (seen[number >> 6] & bit) return;
    seen[number >> 6] |= bit;
    queue[queued++] = number;
}

/* Calls `reach` for each position one move away. */
static void expand(uint32_t number);

static int explore(uint32_t numbers, uint32_t start)
{
    const double begun = seconds_now();
    seen = calloc(numbers / 64 + 1, sizeof *seen);
    queue = malloc(numbers * sizeof *queue);
    if (!seen || !queue) return fprintf(stderr, "no memory is left\n"), 1;
    int depth = -1;
    reach(start);
    for (uint32_t at = 0, last = 0; at < queued; depth++)
        for (last = queued; at < last; at++) expand(queue[at]);
    printf("%u %d %.6f\n", queued, depth, seconds_now() - begun);
    return 0;
}

#endif
