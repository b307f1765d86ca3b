import { createHash, randomBytes } from 'node:crypto';
import type { TlsClient } from './tls-client.fixture.ts';

const ISSUER = 'https://login.example.org/idp/';

/** Signs a person in at the embedded provider as a browser does. @returns the access token for one academy */
export async function signIn(client: TlsClient, person: { email: string; password: string }): Promise<string> {
  const verifier = randomBytes(48).toString('base64url');
  const application = { client_id: 'academy-spring', redirect_uri: 'https://spring.example.org/login/callback' };
  const query = new URLSearchParams({
    ...application,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
  });
  const cookies = new Map<string, string>();
  /** Follows redirects to a page, or back to the academy. */
  const browse = async (start: string, form?: URLSearchParams) => {
    let url = start;
    let body = form;
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const sent = body === undefined ? {} : { method: 'POST', body: body.toString() };
      const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await client.ask(url, {
        ...sent,
        headers: {
          accept: 'text/html',
          cookie,
          ...type,
          ...(body === undefined ? {} : { origin: new URL(url).origin }),
        },
      });
      body = undefined;
      for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
        if (!/; *secure/i.test(line)) throw new Error(`A cookie of the provider is not secure: ${line}`);
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const { location } = reply.headers;
      if (typeof location !== 'string') return { url, text: reply.text };
      url = new URL(location, url).href;
      if (new URL(url).pathname === '/login/callback') return { url, text: '' };
    }
    throw new Error(`The provider redirects without end: ${url}`);
  };
  const page = await browse(`${ISSUER}oauth2/v1/authorize?${query}`);
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
  if (action === undefined) throw new Error(`The provider shows no form at ${page.url}: ${page.text.slice(0, 300)}`);
  const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const filled = new URLSearchParams([...hidden, ['email', person.email], ['password', person.password]]);
  const answered = await browse(new URL(action, page.url).href, filled);
  const code = new URL(answered.url).searchParams.get('code');
  if (code === null) throw new Error(`Nobody was signed in: ${answered.url}: ${answered.text.slice(0, 300)}`);
  const reply = await client.ask(`${ISSUER}oauth2/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...application,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://spring.example.org' },
  });
  return (JSON.parse(reply.text) as { access_token: string }).access_token;
}
