/*
 * Runs in a frame without an origin, for pages of programs in a Linux of the learner's browser. The page around it asks the
 * program; this script puts what a page needs into its text, and shows it in a frame within, new for each page.
 */
const shown = document.createElement('iframe');
const waiting = new Map();
const decoder = new TextDecoder();
let last = 0;
/** Address of the page that is shown, as the program knows it. */
let here = new URL('http://localhost/');
let turn = 0;

const typeOf = ({ headers }) => headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
const isOwn = (url) => url.origin === here.origin;

/** Asks the program. @returns null when it does not answer */
function ask({ method = 'GET', url, headers = {}, body }) {
  return new Promise((resolve) => {
    last += 1;
    waiting.set(last, resolve);
    parent.postMessage({ ask: last, request: { method, path: url.pathname + url.search, headers, body } }, '*');
  });
}

/** @returns an address for the bytes of a file of the program; null when it has none */
async function dataOf(url) {
  const reply = await ask({ url });
  if (reply === null || reply.status >= 400) return null;
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(new Blob([reply.body], { type: typeOf(reply) }));
  });
}

async function textOf(url) {
  const reply = await ask({ url });
  return reply === null || reply.status >= 400 ? null : decoder.decode(reply.body);
}

/** Puts styles, scripts and pictures of the program into its page. */
async function complete(page) {
  const addressOf = (element, name) => {
    const value = element.getAttribute(name);
    if (value === null || !URL.canParse(value, here)) return null;
    const url = new URL(value, here);
    return isOwn(url) ? url : null;
  };
  const each = (selector, work) => Promise.all([...page.querySelectorAll(selector)].map(work));
  await each('link[rel~="stylesheet"][href]', async (link) => {
    const url = addressOf(link, 'href');
    const text = url === null ? null : await textOf(url);
    if (text === null) return;
    const style = page.createElement('style');
    style.textContent = text;
    link.replaceWith(style);
  });
  await each('script[src]', async (script) => {
    const url = addressOf(script, 'src');
    const text = url === null ? null : await textOf(url);
    if (text === null) return;
    script.removeAttribute('src');
    script.textContent = text.replace(/<\/script/gi, '<\\/script');
  });
  await each('img[src]', async (image) => {
    const url = addressOf(image, 'src');
    const data = url === null ? null : await dataOf(url);
    if (data !== null) image.src = data;
  });
}

/** Runs first in each page: its links, forms and calls go to the program. */
function inPage() {
  const asked = new Map();
  let count = 0;
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.answer === undefined) return;
    asked.get(data.answer)?.(data.reply);
    asked.delete(data.answer);
  });
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '#';
    if (event.defaultPrevented || href.startsWith('#')) return;
    event.preventDefault();
    parent.postMessage({ go: { href } }, '*');
  });
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = event.target;
    const fields = new URLSearchParams(
      [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]),
    );
    parent.postMessage(
      { go: { href: form.getAttribute('action') ?? '', method: form.method, fields: fields.toString() } },
      '*',
    );
  });
  globalThis.fetch = async (input, init = {}) => {
    count += 1;
    const id = count;
    const href = input instanceof Request ? input.url : String(input);
    const sent = new Response(init.body ?? null);
    const headers = Object.fromEntries([...sent.headers, ...new Headers(init.headers)]);
    const body = init.body === undefined ? undefined : new Uint8Array(await sent.arrayBuffer());
    const reply = await new Promise((resolve) => {
      asked.set(id, resolve);
      parent.postMessage({ fetch: id, href, method: init.method ?? 'GET', headers, body }, '*');
    });
    if (reply === null) throw new TypeError('Failed to fetch');
    const empty = [101, 204, 205, 304].includes(reply.status);
    return new Response(empty ? null : reply.body, { status: reply.status, headers: reply.headers });
  };
}

/** Shows a page of the program. */
async function go(request, redirects = 10) {
  turn += 1;
  const mine = turn;
  const reply = await ask(request);
  if (mine !== turn) return;
  if (reply === null) {
    parent.postMessage({ missing: true }, '*');
    return;
  }
  const [, target] = reply.headers.find(([name]) => /^location$/i.test(name)) ?? [];
  if (reply.status >= 300 && reply.status < 400 && target !== undefined && redirects > 0) {
    const url = new URL(target, request.url);
    if (isOwn(url))
      await go(reply.status === 307 || reply.status === 308 ? { ...request, url } : { url }, redirects - 1);
    return;
  }
  here = request.url;
  parent.postMessage({ at: here.pathname + here.search + here.hash }, '*');
  const text = decoder.decode(reply.body);
  const isPage = /html/i.test(typeOf(reply));
  const page = new DOMParser().parseFromString(isPage ? text : '<pre></pre>', 'text/html');
  if (!isPage) page.querySelector('pre').textContent = text;
  await complete(page);
  if (mine !== turn) return;
  const first = page.createElement('script');
  first.textContent = `(${inPage})()`;
  page.head.prepend(first);
  shown.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
}

addEventListener('message', async ({ source, data }) => {
  if (source === parent) {
    if (data.open !== undefined) {
      here = new URL(data.open);
      await go({ url: here });
    } else {
      waiting.get(data.answer)?.(data.reply);
      waiting.delete(data.answer);
    }
    return;
  }
  if (source !== shown.contentWindow) return;
  const href = data.go?.href ?? data.href;
  if (typeof href !== 'string' || !URL.canParse(href, here)) return;
  const url = new URL(href, here);
  if (data.fetch !== undefined) {
    const { method, headers, body } = data;
    const reply = isOwn(url) ? await ask({ url, method, headers, body }) : null;
    source.postMessage({ answer: data.fetch, reply }, '*');
    return;
  }
  if (!isOwn(url)) return;
  const { method = 'get', fields } = data.go;
  if (fields === undefined) await go({ url });
  else if (method.toLowerCase() === 'post') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await go({ url, method: 'POST', headers, body: new TextEncoder().encode(fields) });
  } else {
    url.search = fields;
    await go({ url });
  }
});
document.body.append(shown);
parent.postMessage({ ready: true }, '*');
