/** Half of the policy `app` that few pages need: script addresses must be our own build's. */
const rules = {
  createScriptURL(address: string): string {
    const url = new URL(address, location.origin);
    if (url.origin !== location.origin || !(import.meta.env.DEV || url.pathname.startsWith('/assets/'))) {
      throw new TypeError('Scripts come from our own assets only');
    }
    return url.href;
  },
};

/** The address of a script of our own build, for a worker. Its static type stays string, the browser checks the rest. */
export function trustedScriptUrl(url: string): string {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, own: typeof rules): typeof rules } })
    .trustedTypes;
  return (factory?.createPolicy('app', rules) ?? rules).createScriptURL(url);
}
