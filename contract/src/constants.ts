/** Numbers and keys that several workspaces use, with their units. */

/** Toast shows for this long, ms. */
export const TOAST_TIMEOUT_MS = 5_000;
/** 0: a call waits as long as it takes. */
export const REQUEST_TIMEOUT_MS = 0;
/** Toast with the auto-close flag, ms. */
export const TOAST_AUTO_CLOSE_MS = 10_000;
export const TOAST_POSITION = 'top-right';
/** Tokens are refreshed this long before they end, ms. */
export const REFRESH_LEAD_MS = 120_000;
/** Widest screen that counts as mobile, px. */
export const MOBILE_MAX_WIDTH_PX = 700;
/** Delay of tooltips in the header, ms; in the sidebar 0 with this offset, px. */
export const HEADER_TOOLTIP_DELAY_MS = 600;
export const SIDEBAR_TOOLTIP_OFFSET_PX = 10;
/** A submenu of the main navigation opens when a pointer has rested on its entry for this long, ms. */
export const SUBMENU_HOVER_DELAY_MS = 400;
/** The loading overlay appears when a call takes longer than this, ms. */
export const LOADING_OVERLAY_DELAY_MS = 400;

/** Browser storage keys of a session. `expiresAt` holds Unix milliseconds as a decimal string. */
export const STORAGE_KEYS = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  expiresAt: 'expiresAt',
  originUri: 'originUri',
  codeVerifier: 'code_verifier',
} as const;
/** The identity provider's own entry: `{"idToken":{"idToken":"...","expiresAt":ms}}`. */
export const IDP_STORAGE_KEY = 'idp-token-storage';
/** Viewer's choice of colours: `system`, `light` or `dark`; survives log-out. */
export const THEME_STORAGE_KEY = 'theme';

/** What no page of the academy or its provider may use, frames in it included. */
export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

export const API_BASE_PATH = '/api/v1';
export const TENANT_HEADER = 'tenantid';
export const CORRELATION_ID_HEADER = 'x-correlation-id';

/** Most stars of a rating. */
export const RATING_STARS = 5;

/** Lengths of what somebody writes to an academy, in characters. */
export const CONTACT_LIMITS = { name: 80, subject: 200, messageLeast: 10, message: 5_000 } as const;

/** Largest page of any list. */
export const MAX_PAGE_SIZE = 100;
/** Rows on a page of the administration's tables. */
export const TABLE_PAGE_SIZE = 20;
/** Pages that a table's pager names on each side of the present one. */
export const PAGES_BESIDE_ACTIVE = 20;
/** So few pages are named rather than replaced by an ellipsis. */
export const PAGES_INSTEAD_OF_ELLIPSIS = 2;
/** Entries on a page when nobody asks for another number. */
export const USUAL_PAGE_SIZE = 24;
/** Most entries of a list that a page holds as a whole; longer ones come in pages. */
export const SMALL_LIST = 200;

/** Most progress events in one call. */
export const MAX_PROGRESS_EVENTS = 100;

/** How often a page that somebody looks at asks whether the learner did something elsewhere, ms. */
export const PROGRESS_MARK_INTERVAL_MS = 4_000;

/** Most hearts of one person in one academy. */
export const MAX_FAVORITES = 5_000;

/** An address of a file that only locked content names ends within this time, seconds. */
export const FILE_ADDRESS_SECONDS = 3_600;

/** Limits of one content push, bytes and counts (docs/security-rules.md#default-limits). */
export const CONTENT_LIMITS = {
  packedBytes: 25 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  files: 2_000,
  /** One text file. */
  textBytes: 2 * 1024 * 1024,
  /** One picture or other binary file. */
  fileBytes: 20 * 1024 * 1024,
  pathLength: 300,
} as const;

/** A visitor's attempt at a knowledge check ends after this long; signed in before, it is kept. Hours. */
export const VISITOR_ATTEMPT_HOURS = 24;
