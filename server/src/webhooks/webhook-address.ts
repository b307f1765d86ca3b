/**
 * Why an address is not allowed; null when it is. Only hosts that the operator lists are, so that administrators cannot
 * reach hosts through the academy that they could not reach themselves (SSRF).
 *
 * @param hosts `hooks.example.org` or, with another port than the default one, `hooks.example.org:8443`
 */
export function addressProblem(url: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(url)) return 'is no address';
  const { protocol, host, hostname, username, password, hash } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) return 'must begin with https://';
  if (username !== '' || password !== '') return 'must not hold a name or password';
  if (hash !== '') return 'must not have a part after #';
  if (hosts.length === 0) return 'cannot be told anything: no host is allowed by the operator (ACADEMY_WEBHOOK_HOSTS)';
  return hosts.includes(host) ? null : `must lead to a host that is allowed: ${hosts.join(', ')}`;
}
