import { webhookReplyTexts } from './webhook-reply-texts.ts';

/**
 * Why an address is not allowed; null when it is. Only hosts that the operator lists are, so that administrators cannot
 * reach hosts through the academy that they could not reach themselves (SSRF).
 *
 * @param hosts `hooks.example.org` or, with another port than the default one, `hooks.example.org:8443`
 */
export function addressProblem(url: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(url)) return webhookReplyTexts.address({ code: 'notAnAddress', hosts: '' });
  const { protocol, host, hostname, username, password, hash } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    return webhookReplyTexts.address({ code: 'notHttps', hosts: '' });
  if (username !== '' || password !== '') return webhookReplyTexts.address({ code: 'hasLogin', hosts: '' });
  if (hash !== '') return webhookReplyTexts.address({ code: 'hasFragment', hosts: '' });
  if (hosts.length === 0) return webhookReplyTexts.address({ code: 'noHosts', hosts: '' });
  return hosts.includes(host) ? null : webhookReplyTexts.address({ code: 'notAllowed', hosts: hosts.join(', ') });
}
