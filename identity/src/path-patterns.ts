const WORD = '[a-z]{1,20}(?:-[a-z]{1,20}){0,3}';

/** Paths below the mount, without its own part: what stands in brackets is shown as it is. */
const PATTERNS: [path: RegExp, pattern: string][] = [
  [new RegExp(`^interaction/[^/]+/[^/]+/(${WORD})$`), 'interaction/:tenant/:uid/$1'],
  [/^interaction\/[^/]+\/[^/]+$/, 'interaction/:tenant/:uid'],
  [/^oauth2\/v1\/authorize\/[^/]+$/, 'oauth2/v1/authorize/:uid'],
  [new RegExp(`^((?:account(?:/${WORD})?|confirm|keep|reset|undo|oauth2/v1/${WORD}|\\.well-known/${WORD}))$`), '$1'],
];

/** The pattern of a path below the mount. An id of a sign-in is the value of its cookie, so it is never part of it. */
export function patternBelow(path: string): string {
  const [known, pattern] = PATTERNS.find(([one]) => one.test(path)) ?? [];
  return known === undefined || pattern === undefined ? '*' : path.replace(known, pattern);
}
