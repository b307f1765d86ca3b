import { TEXTS } from '@academy/contract/texts';

/** The claims of a token. Not verified here: it decides what is shown, never what is allowed. */
export interface Claims {
  sub: string;
  email?: string;
  given_name?: string;
  family_name?: string;
  name?: string;
  nonce?: string;
  [claim: string]: unknown;
}

/**
 * Decodes the claims of a JSON Web Token.
 * @throws Error 'No token provided' for an empty token; SyntaxError for one that cannot be read
 */
export function decodeClaims(token: string): Claims {
  if (token === '') throw new Error(TEXTS.noToken);
  const payload = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
}

/** The claims, or null when the token cannot be read. */
export function readClaims(token: string | null): Claims | null {
  if (token === null) return null;
  try {
    return decodeClaims(token);
  } catch {
    return null;
  }
}
