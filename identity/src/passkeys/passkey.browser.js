// The browser's part of passkeys. A form with data-passkey contains the options of the WebAuthn call; the
// authenticator's answer is sent with the form. Until this script has loaded, the space of such forms is reserved, so
// that the layout does not shift; without scripts, or in browsers without passkeys, the page shows an alternative.

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const textOf = (buffer) =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const withBytes = (credentials = []) => credentials.map((one) => ({ ...one, id: bytesOf(one.id) }));

function create(options) {
  return navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  });
}

function get(options, more) {
  const { challenge, allowCredentials } = options;
  const publicKey = { ...options, challenge: bytesOf(challenge), allowCredentials: withBytes(allowCredentials) };
  return navigator.credentials.get({ publicKey, ...more });
}

function asJson({ id, rawId, type, response, authenticatorAttachment }) {
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const parts = names.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  return JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: { ...Object.fromEntries(parts), transports: response.getTransports?.() },
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
  });
}

/** Which text of the form tells about an error. */
const PROBLEMS = { NotAllowedError: 'notChosen', InvalidStateError: 'known' };

/** The pending request for suggestions in the address field; aborted when the button is pressed. */
let waiting = new AbortController();

function prepare(form) {
  const options = JSON.parse(form.dataset.options);
  const problem = form.querySelector('[role="alert"]');

  function send(credential) {
    form.elements.passkey.value = asJson(credential);
    // Not by clicking the button: that would request again.
    form.submit();
  }

  async function ask(event) {
    event.preventDefault();
    waiting.abort();
    waiting = new AbortController();
    problem.textContent = '';
    try {
      send(await (form.dataset.passkey === 'create' ? create(options) : get(options, { signal: waiting.signal })));
    } catch (error) {
      problem.textContent = form.dataset[PROBLEMS[error.name] ?? 'unusable'];
    }
  }

  form.addEventListener('submit', ask);
  form.hidden = false;
  return { options, send };
}

/** Offers passkeys among the suggestions of the address field, where the browser supports it. */
async function suggest({ options, send }) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  try {
    send(await get(options, { mediation: 'conditional', signal: waiting.signal }));
  } catch {
    // Nothing was chosen: the button and the password still work.
  }
}

if (window.PublicKeyCredential && navigator.credentials) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const prepared = prepare(form);
    if ('suggest' in form.dataset) void suggest(prepared);
  }
} else {
  for (const form of document.querySelectorAll('form[data-passkey]')) form.remove();
  for (const text of document.querySelectorAll('[data-without-passkeys]'))
    text.removeAttribute('data-without-passkeys');
}
