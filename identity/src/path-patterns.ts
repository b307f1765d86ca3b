const WORD = '[a-z]{1,20}(?:-[a-z]{1,20}){0,3}';

/** Paths below the mount; groups in parentheses are kept in the pattern. */
const PATTERNS: [path: RegExp, pattern: string][] = [
  [new RegExp(`^interaction/[^/]+/[^/]+/(${WORD})$`), 'interaction/:tenant/:uid/$1'],
  [/^interaction\/[^/]+\/[^/]+$/, 'interaction/:tenant/:uid'],
  [/^directory\/[^/]+\/(callback|try|metadata|log-out|logged-out)$/, 'directory/:directory/$1'],
  [/^oauth2\/v1\/authorize\/[^/]+$/, 'oauth2/v1/authorize/:uid'],
  [new RegExp(`^((?:account(?:/${WORD})?|confirm|keep|reset|undo|oauth2/v1/${WORD}|\\.well-known/${WORD}))$`), '$1'],
];

/** The pattern of a path below the mount. It never contains the id of a sign-in, which is the value of its cookie. */
export function patternBelow(path: string): string {
  const [known, pattern] = PATTERNS.find(([one]) => one.test(path)) ?? [];
  return known === undefined || pattern === undefined ? '*' : path.replace(known, pattern);
}
