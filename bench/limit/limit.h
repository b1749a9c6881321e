/* What the hand-written programs share: random numbers, the clock, and the command line.
 *
 *   GAME playouts SECONDS     random plays one after the other: plays, moves, wins of the first and of the second player, seconds
 *   GAME perft DEPTH          plays of so many moves, the last move made, too: how many, seconds
 *   GAME bulk DEPTH           the same; the last moves are only counted
 * Seconds are those of the processor, so that other work on the computer does not count.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

static inline double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* SplitMix64; a number below a limit is the upper half of the product. */
static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    uint64_t number = *state += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    number ^= number >> 31;
    return (uint64_t)((unsigned __int128)number * limit >> 64);
}

static inline int count_bits(uint64_t word) { return __builtin_popcountll(word); }
static inline int lowest_bit(uint64_t word) { return __builtin_ctzll(word); }

/* The set bit of a word that has `rank` set bits below it, as a word. */
static inline uint64_t nth_bit(uint64_t word, int rank)
{
#if defined(__BMI2__)
    return _pdep_u64((uint64_t)1 << rank, word);
#else
    while (rank-- > 0) word &= word - 1;
    return word & -word;
#endif
}

struct tally {
    uint64_t moves;
    uint64_t wins[2];
};

/* One random play, noted in the tally. */
static void play(uint64_t *random, struct tally *tally);

/* The plays of `depth` moves from the start; with `bulk` the last moves are only counted. */
static uint64_t count_plays(int depth, int bulk);

static void print_playouts(double limit)
{
    struct tally tally = {0, {0, 0}};
    uint64_t random = 1, plays = 0;
    const double start = seconds_now();
    double spent = 0;
    for (; spent < limit; spent = seconds_now() - start)
        for (int round = 0; round < 256; round++, plays++) play(&random, &tally);
    printf("%llu %llu %llu %llu %.6f\n", (unsigned long long)plays, (unsigned long long)tally.moves, (unsigned long long)tally.wins[0],
        (unsigned long long)tally.wins[1], spent);
}

static void print_count(int depth, int bulk)
{
    const double start = seconds_now();
    const uint64_t count = count_plays(depth, bulk);
    printf("%llu %.6f\n", (unsigned long long)count, seconds_now() - start);
}

int main(int arguments, char **argument)
{
    if (arguments == 3 && !strcmp(argument[1], "playouts")) print_playouts(atof(argument[2]));
    else if (arguments == 3 && !strcmp(argument[1], "perft")) print_count(atoi(argument[2]), 0);
    else if (arguments == 3 && !strcmp(argument[1], "bulk")) print_count(atoi(argument[2]), 1);
    else return fprintf(stderr, "%s playouts SECONDS | perft DEPTH | bulk DEPTH\n", argument[0]), 2;
    return 0;
}

#endif
