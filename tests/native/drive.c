/* Random plays through every function of a game's table: built together with the game under the sanitizers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

extern const struct rw_game regelwerk_game;

static int grow(struct rw_list *list)
{
    rw_move *items = realloc(list->items, (size_t)list->room * 2 * sizeof(rw_move));
    uint64_t *weights = realloc(list->weights, (size_t)list->room * 2 * sizeof(uint64_t));
    if (!items || !weights) return -1;
    list->items = items;
    list->weights = weights;
    list->room *= 2;
    return 0;
}

static void check(int holds, const char *what)
{
    if (holds) return;
    printf("%s\n", what);
    exit(1);
}

static void look(const struct rw_game *game, const void *state, void *other, struct rw_list *list, struct rw_failure *fail)
{
    int who, ending;
    int64_t *scores = calloc(game->players, sizeof(int64_t));
    uint8_t *holds = calloc(game->claims + 1, 1), *bytes = calloc(game->encoded_size + 1, 1);
    game->kind(state, fail);
    game->actor(state, fail);
    game->ended(state, &who, &ending, fail);
    game->scores(state, scores, fail);
    game->claims_at(state, holds, fail);
    game->encode(state, bytes);
    check(game->decode(other, bytes) == 0, "a state cannot be decoded");
    check(memcmp(state, other, game->state_size) == 0, "a decoded state has other bytes");
    list->count = 0;
    const int64_t listed = game->moves(state, list, fail);
    check(listed == game->count(state, fail), "the count is not the length of the list");
    for (int64_t i = 0; i < listed; i++) {
        memcpy(other, state, game->state_size);
        game->apply(other, list->items[i], fail);
    }
    free(scores);
    free(holds);
    free(bytes);
}

int main(int count, char **words)
{
    const struct rw_game *game = &regelwerk_game;
    const int plays = count > 1 ? atoi(words[1]) : 10, plies = count > 2 ? atoi(words[2]) : 50;
    uint64_t random = 1;
    struct rw_failure fail = {0, 0, 0};
    struct rw_list list = {malloc(sizeof(rw_move)), malloc(sizeof(uint64_t)), 0, 1, grow};
    void *state = malloc(game->state_size), *other = malloc(game->state_size);
    for (int play = 0; play < plays; play++) {
        if (game->initial(state, &fail) < 0) break;
        for (int ply = 0; ply < plies; ply++) {
            look(game, state, other, &list, &fail);
            if (game->draw(state, &random, &fail) <= 0) break;
        }
    }
    free(list.items);
    free(list.weights);
    free(state);
    free(other);
    return 0;
}
