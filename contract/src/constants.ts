/** Numbers and keys that several workspaces use, with their units. */

/** How long a toast is shown, ms. */
export const TOAST_TIMEOUT_MS = 5_000;
/** Milliseconds; 0: no timeout. */
export const REQUEST_TIMEOUT_MS = 0;
/** How long a toast with the auto-close flag is shown, ms. */
export const TOAST_AUTO_CLOSE_MS = 10_000;
export const TOAST_POSITION = 'top-right';
/** Tokens are refreshed this long before they expire, ms. */
export const REFRESH_LEAD_MS = 120_000;
/** Widest screen that counts as mobile, px. */
export const MOBILE_MAX_WIDTH_PX = 700;
/** Delay of tooltips in the header, ms; in the sidebar 0 with this offset, px. */
export const HEADER_TOOLTIP_DELAY_MS = 600;
export const SIDEBAR_TOOLTIP_OFFSET_PX = 10;
/** A submenu of the main navigation opens after the pointer has rested on its entry for this long, ms. */
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
/** Language that the viewer chose on this device; survives log-out. */
export const LANGUAGE_STORAGE_KEY = 'language';

/** Titles of the tabs that a reader chose in texts, the latest first, as JSON. */
export const TABS_STORAGE_KEY = 'tabs';

/** Browser features that no page of the academy or its provider may use, frames included. */
export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

export const API_BASE_PATH = '/api/v1';
export const TENANT_HEADER = 'tenantid';
export const CORRELATION_ID_HEADER = 'x-correlation-id';

/** Most stars of a rating. */
export const RATING_STARS = 5;

/** Longest texts of a message to an academy, in characters. */
export const CONTACT_LIMITS = { name: 80, subject: 200, minMessage: 10, message: 5_000 } as const;
/** Longest texts of an error report, in characters: browsers cut longer ones. */
export const REPORT_LIMITS = { message: 500, stack: 4_000, path: 300, release: 100 } as const;

/** Largest page of any list. */
export const MAX_PAGE_SIZE = 100;
/** Rows on a page of the administration's tables. */
export const TABLE_PAGE_SIZE = 20;
/** Entries that the pages of an administration table reach, and its total at most; exports have all of them. */
export const TABLE_ENTRIES_MAX = 10_000;
/** Pages that a table's pager shows on each side of the present one. */
export const PAGES_BESIDE_ACTIVE = 20;
/** Up to this many pages are shown rather than replaced by an ellipsis. */
export const PAGES_INSTEAD_OF_ELLIPSIS = 2;
/** Default page size of lists. */
export const USUAL_PAGE_SIZE = 24;
/** Longest list that is shown as a whole; longer ones are paged. */
export const SMALL_LIST = 200;

/** Most progress events in one call. */
export const MAX_PROGRESS_EVENTS = 100;

/** Most entries of the progress ledger in one reply. */
export const MAX_LEDGER_ENTRIES = 5_000;

/** How often a visible page asks whether the learner did something on another device, ms. */
export const PROGRESS_VERSION_INTERVAL_MS = 4_000;

/** Most favorites of one person in one academy. */
export const MAX_FAVORITES = 5_000;

/** Longest lifetime of a signed address of a locked file, seconds. */
export const FILE_ADDRESS_SECONDS = 3_600;

/** Limits of one content push, bytes and counts (docs/security.md#default-limits). */
export const CONTENT_LIMITS = {
  packedBytes: 25 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  files: 2_000,
  /** One text file. */
  textBytes: 2 * 1024 * 1024,
  /** One image or other binary file. */
  fileBytes: 20 * 1024 * 1024,
  pathLength: 300,
} as const;

/** Lifetime of a visitor's attempt at a knowledge check, hours; after signing in it is kept. */
export const VISITOR_ATTEMPT_HOURS = 24;
/** Most minutes that an attempt at a knowledge check can have besides its limit. */
export const MAX_MORE_MINUTES = 1_440;
