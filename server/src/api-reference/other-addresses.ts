/** What the server answers besides calls and pages. */
export const OTHER_ADDRESSES: readonly { address: string; answer: string }[] = [
  {
    address: 'GET /health/live',
    answer: 'Alive: `200 {"status":"live"}` as long as the process responds. A failure means: start it again.',
  },
  {
    address: 'GET /health/readers',
    answer:
      'May take readers: `200 {"status":"ready for readers"}`, or `503` with `"stopping"`. A failure means: send no requests here. It does not ask the database: pages and public replies come from memory while it is away.',
  },
  {
    address: 'GET /health/ready',
    answer:
      'May take writes: `200 {"status":"ready"}`, or `503` with `"stopping"`, `"no database"` or `"read only"`. A failure means: send writes to another server, if there is one that may take them. It has a database connection of its own and does not wait for those of calls.',
  },
  { address: 'GET /openapi.json', answer: 'The calls, described for programs (OpenAPI).' },
  { address: 'GET /api-reference', answer: 'The calls, described for people.' },
  { address: 'POST /csp-reports', answer: 'Takes reports of the content security policy from browsers; `204`.' },
  {
    address: 'POST /mcp',
    answer:
      'Tools for assistants (Model Context Protocol), with a personal access token that has `learning:read`; `404` until an administrator lets assistants in.',
  },
  { address: 'GET /robots.txt', answer: 'What search engines may visit.' },
  { address: 'GET /sitemap.xml', answer: 'The public pages of the academy of that host.' },
  { address: 'GET /feed.xml', answer: 'What is new in the academy of that host (Atom).' },
  {
    address: 'GET /calendar.ics?token=',
    answer: 'What the person of that secret address has to do until when (iCalendar).',
  },
  { address: 'GET /certificates/did.json', answer: 'The key that signs certificates, for programs that check them.' },
  { address: 'GET /certificates/status.json', answer: 'Which certificates were revoked.' },
  { address: 'GET /idp/.well-known/openid-configuration', answer: 'Addresses of the embedded identity provider.' },
];
