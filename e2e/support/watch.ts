import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Problems that no test may cause: everything that the browser reports, and requests to other hosts. */
export interface Watch {
  problems: string[];
  /** Problems that a test provokes on purpose. */
  allowed: RegExp[];
}

const OWN_HOST = /(^|\.)localhost$|^127\.0\.0\.1$/;

/**
 * A page polls every few seconds for changes of other devices. While a test takes away server, network or session, these
 * requests may fail, as may the refresh of an ended session and the check whether the academy is back. Any other failure
 * of them is a problem.
 */
const UNANSWERED_MARK =
  /\b(401|502|503)\b.*\/progress\/mark|\/progress\/mark.*net::ERR_|net::ERR_.*\/progress\/mark|\b400\b.*\/oauth2\/v1\/token|\/health\/live.*net::ERR_|\b503\b.*\/health\/live|net::ERR_.*\/health\/live/;

/** Listens to every page of a context, new tabs included. */
export async function watch(context: BrowserContext, { problems, allowed }: Watch): Promise<void> {
  const note = (problem: string) => {
    if (![UNANSWERED_MARK, ...allowed].some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  // Violations of the security policy arrive as console errors; Trusted Types and frames are covered as well.
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
    // Leaving a page cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) note(`server error ${response.status()}: ${response.url()}`);
  });
}

function isComplaint(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}
