import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** What a journey must not meet: everything that the browser complains about, and requests to other hosts. */
export interface Watch {
  problems: string[];
  /** Complaints that a journey provokes on purpose. */
  allowed: RegExp[];
}

const OWN_HOST = /(^|\.)localhost$|^127\.0\.0\.1$/;

/**
 * A page asks every few seconds whether its learner did something elsewhere. That this goes without an answer while a
 * journey takes server, network or session away is no complaint, nor is that an ended session cannot be renewed for it, nor
 * that the page then asks whether the academy is back; any other trouble with it is.
 */
const UNANSWERED_MARK =
  /\b(401|503)\b.*\/progress\/mark|\/progress\/mark.*net::ERR_|net::ERR_.*\/progress\/mark|\b400\b.*\/oauth2\/v1\/token|\/health\/live.*net::ERR_|\b503\b.*\/health\/live|net::ERR_.*\/health\/live/;

/** Listens to every page of a context, new tabs included. */
export async function watch(context: BrowserContext, { problems, allowed }: Watch): Promise<void> {
  const note = (problem: string) => {
    if (![UNANSWERED_MARK, ...allowed].some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  // Reports of the security policy arrive as console errors; Trusted Types and frames are covered as well.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) =>
      console.error(`CSP ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`),
    );
  });
  context.on('console', (message) => {
    if (isComplaint(message)) note(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`page error: ${error.error().message} (${error.page()?.url()})`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:|^wss?:/.test(protocol) && !OWN_HOST.test(hostname)) note(`request to another host: ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page cancels what it still waits for.
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) note(`server error ${response.status()}: ${response.url()}`);
  });
}

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}
