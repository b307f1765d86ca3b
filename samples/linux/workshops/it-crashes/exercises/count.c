#include <stdio.h>
#include <string.h>

/* Counts the words of its arguments: count "black tea" milk */
static int words_in(const char *text) {
  int count = 0;
  char copy[64];
  strcpy(copy, text);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) count++;
  return count;
}

int main(int argc, char **argv) {
  int sum = 0;
  for (int at = 1; at <= argc; at++) sum += words_in(argv[at]);
  printf("%d\n", sum);
  return 0;
}
