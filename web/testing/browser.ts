import { vi } from 'vitest';

/** The little of a browser that code without a document needs: an address, a history, storage that can be full. */
export interface FakeBrowser {
  /** Addresses that the page was sent to. */
  left: string[];
  local: Map<string, string>;
  session: Map<string, string>;
  /** True makes every write to storage fail. */
  full: { storage: boolean };
}

/** Stands in for the platform, never for our own code; `vi.unstubAllGlobals` takes it away. */
export function fakeBrowser(address = 'http://spring.localhost:3000/'): FakeBrowser {
  const url = new URL(address);
  const left: string[] = [];
  const full = { storage: false };
  const local = new Map<string, string>();
  const session = new Map<string, string>();
  const location = {
    assign: (to: string) => left.push(to),
    replace: (to: string) => left.push(to),
    get href() {
      return url.href;
    },
    get origin() {
      return url.origin;
    },
    get pathname() {
      return url.pathname;
    },
    get search() {
      return url.search;
    },
    hash: '',
  };
  const history = {
    state: null as unknown,
    pushState: (state: unknown, _title: string, to: string) => history.replaceState(state, _title, to),
    replaceState(state: unknown, _title: string, to: string) {
      history.state = state;
      url.href = new URL(to, url).href;
    },
  };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', history);
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } }),
  );
  vi.stubGlobal('localStorage', storage(local, full));
  vi.stubGlobal('sessionStorage', storage(session, full));
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  return { left, local, session, full };
}

/** Like the platform's, its keys are its own enumerable properties. */
function storage(entries: Map<string, string>, full: { storage: boolean }): Storage {
  const methods: Record<string, unknown> = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full.storage) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, String(value));
    },
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
  return new Proxy({} as Storage, {
    get: (_target, key) => methods[String(key)] ?? entries.get(String(key)),
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_target, key) => ({
      configurable: true,
      enumerable: true,
      value: entries.get(String(key)),
    }),
  });
}
