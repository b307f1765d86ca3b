import { FEEDBACK_CONTEXT_MAX } from '@academy/contract/feedback';

/** Where feedback was written, without the query, which can hold search words. */
export function feedbackContext(route: string) {
  const { userAgent, url, route: max } = FEEDBACK_CONTEXT_MAX;
  return {
    userAgent: navigator.userAgent.slice(0, userAgent),
    url: (location.origin + location.pathname).slice(0, url),
    route: route.slice(0, max),
  };
}
