/**
 * Texts that the browser itself produces. Single constants rather than an object, so that a page contains only those it
 * uses; `TEXTS` of errors.ts holds them all.
 */

export const envelopeFailed = 'Something went wrong, please try again!';
export const emptyResponse = 'Something went wrong, Please try again later';
export const incomplete = 'Parts of this page could not be loaded.';
export const networkError = 'Network Error';
export const aborted = 'Request aborted';
export const timeout = (ms: number) => `timeout of ${ms}ms exceeded`;
export const busy = (seconds: number) =>
  `The academy is busy. It is asked again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
export const requestFailed = (status: number) => `Request failed with status code ${status}`;
export const noCodeVerifier = 'Code verifier not found in local storage';
export const noRefreshToken = 'No refresh token available';
export const noToken = 'No token provided';
export const accessDenied = 'This feature has been disabled by your administrator.';
export const signInAway = 'The log-in service does not answer right now. Please try again in a moment.';
export const notFound = "Sorry, the page you are looking for doesn't exist";
export const viewOnly = 'You are viewing as somebody else: nothing can be changed.';
export const notInView = 'You are viewing as somebody else: this is not shown.';
export const backHome = 'Back to home page';
export const loading = 'Loading';
export const errorFallback = (error: string) =>
  `Something went wrong: "${error}". Please refresh or login to another window.`;
export const noFavorites = 'No favorites yet!';
export const noCourses = 'No courses yet!';
export const noCoursesHint = 'Browse our catalog of courses and start learning today.';
export const commentsRequired = 'The comments field is required';
export const ratingRequired = 'The rating field is required when comments is not present.';
export const moreCommentsRequired = 'The comments field is required when rating is not present.';
export const customAnswersRequired = 'The custom question answers field is required.';
export const levelsRequired = 'The levels field is required.';
/** Follows the name of a field. */
export const isRequired = 'is a required field';
