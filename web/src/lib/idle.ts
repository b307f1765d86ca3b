/** The page has a moment: it has rendered what it was given. */
export const idle = (): Promise<unknown> =>
  new Promise((done) =>
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done),
  );
