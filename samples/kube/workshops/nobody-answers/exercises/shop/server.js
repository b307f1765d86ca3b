const { createServer } = require('node:http');

const port = Number(process.env.PORT ?? 8080);
const OTHERS = { stock: 'http://127.0.0.1:8081/', prices: 'http://127.0.0.1:8082/' };

/** What another program answers, in one word. */
async function stateOf(url) {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return ok ? 'answers' : `answers with status ${status}`;
  } catch (error) {
    return error.name === 'TimeoutError' ? 'is silent' : 'refuses connections';
  }
}

createServer(async (_request, response) => {
  const lines = await Promise.all(
    Object.entries(OTHERS).map(async ([name, url]) => `<li>${name} ${await stateOf(url)}</li>`),
  );
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>The shop</title><h1>The shop is open</h1><ul>${lines.join('')}</ul>\n`);
}).listen(port, '127.0.0.1', () => console.log('ready'));
