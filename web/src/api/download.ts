import type { Call } from '@academy/contract/call';
import type { Envelope } from '@academy/contract/envelope';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { TEXTS } from '@academy/contract/texts';
import { pageRuntime } from '../lib/runtime.tsx';
import { saveFile } from '../lib/save-file.ts';
import { freshTokens } from '../sign-in/refresh.ts';
import { usableAccessToken } from '../sign-in/stored-tokens.ts';
import { CallError } from './call-error.ts';

/** Longest wait for a session to be renewed before the call is made without it, ms. */
const SESSION_WAIT_MS = 20_000;

/**
 * Makes a call that answers with a file, and hands the file to the browser's downloads.
 *
 * @param query what narrows the rows down
 * @param tenantId the academy; the present one when left out
 * @returns the name of the file
 * @throws CallError
 */
export async function download(
  theCall: Call,
  query: Readonly<Record<string, string>>,
  tenantId?: string,
): Promise<string> {
  const { config, tenant } = pageRuntime();
  if (usableAccessToken() === null) await freshTokens(SESSION_WAIT_MS);
  const token = usableAccessToken();
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(`${config.apiBaseUrl}${theCall.path}?${search}`, {
      headers: {
        tenantId: tenantId ?? tenant.tenantId,
        'accept-language': currentLanguage(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      credentials: 'same-origin',
    });
    file = await response.blob();
  } catch {
    throw new CallError(TEXTS.networkError);
  }
  const { status } = response;
  if (!response.ok) throw new CallError((await firstError(file)) ?? TEXTS.requestFailed({ status }), { status });
  const [, name = 'table.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(name, file);
  return name;
}

async function firstError(file: Blob): Promise<string | null> {
  try {
    return (JSON.parse(await file.text()) as Envelope<unknown>).errors[0]?.errorMessage ?? null;
  } catch {
    return null;
  }
}
