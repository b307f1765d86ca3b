import { type Command, defineCommand, type ExecResult } from 'just-bash/browser';
import { cgiResponse, cgiVariables, headOf, type ServiceRequest, type ServiceResponse } from './cgi.ts';
import { type CurlData, type CurlOptions, readCurl } from './curl-options.ts';

type Context = Parameters<Command['execute']>[1];

/** Headers that every client sends. */
const AGENT = [
  ['User-Agent', 'curl/8.0 (lab)'],
  ['Accept', '*/*'],
] as const;

class Refused extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/**
 * `curl` for labs without a network: it reaches the services of the lab, which are programs in one of its folders.
 *
 * @param folder where they lie, each under the name of its host
 */
export function curlCommand(folder: string): Command {
  return defineCommand('curl', async (args, context) => {
    const options = readCurl(args);
    if ('message' in options) return failed(options.message, options.status);
    try {
      return await ask(options, folder, context);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return failed(options.silent ? '' : `(${error.status}) ${error.message}`, error.status);
    }
  });
}

const failed = (message: string, exitCode: number): ExecResult => ({
  stdout: '',
  stderr: message === '' ? '' : `curl: ${message}\n`,
  exitCode,
});

async function ask(options: CurlOptions, folder: string, context: Context): Promise<ExecResult> {
  const { url, method, include, verbose, fail, output, writeOut } = options;
  const body = await bodyOf(options.data ?? [], context);
  const isOwn = (name: string) => options.headers.some(([one]) => one.toLowerCase() === name.toLowerCase());
  const headers = [...AGENT.filter(([name]) => !isOwn(name)), ...options.headers];
  const began = performance.now();
  const response = await reply({ method, url, headers, body }, options, folder, context);
  const told = verbose ? dialogue({ method, url, headers, body }, response) : '';
  const isRefused = fail && response.status >= 400;
  const shown = isRefused || method === 'HEAD' ? '' : response.body;
  const text = `${include && !isRefused ? headOf(response) : ''}${shown}`;
  if (output !== null && output !== '/dev/null' && output !== '-')
    await context.fs.writeFile(context.fs.resolvePath(context.cwd, output), text);
  const behind = written(writeOut, response, performance.now() - began);
  const stdout = `${output === null || output === '-' ? text : ''}${behind}`;
  if (!isRefused) return { stdout, stderr: told, exitCode: 0 };
  const complaint = options.silent ? '' : `curl: (22) The requested URL returned error: ${response.status}\n`;
  return { stdout: behind, stderr: told + complaint, exitCode: 22 };
}

/** Runs the program of a host. @throws Refused where there is none, or when it takes too long */
async function reply(
  request: ServiceRequest,
  { maxMs }: CurlOptions,
  folder: string,
  { fs, exec, env, signal }: Context,
): Promise<ServiceResponse> {
  const { hostname, port } = request.url;
  const program = `${folder}/${hostname}`;
  if (exec === undefined || !/^[\w.-]+$/.test(hostname) || !(await fs.exists(program))) {
    if (!/^(?:localhost|127\.\d+\.\d+\.\d+)$/.test(hostname))
      throw new Refused(`Could not resolve host: ${hostname}`, 6);
    throw new Refused(`Failed to connect to ${hostname} port ${port || 80}: Connection refused`, 7);
  }
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop);
  const late = Promise.withResolvers<null>();
  const timer = maxMs === null ? undefined : setTimeout(() => late.resolve(null), maxMs);
  const home = env.get('HOME') ?? folder;
  // Only variables that a command is given itself are exported to it.
  const words = Object.entries(cgiVariables(request)).map(([name, value]) => `${name}=${quoted(value)}`);
  const run = exec([...words, 'bash', program].join(' '), {
    ...{ cwd: folder, env: { HOME: home }, replaceEnv: true, stdin: request.body, signal: abort.signal },
  });
  try {
    const ended = await Promise.race([run, late.promise]);
    if (ended === null) throw new Refused(`Operation timed out after ${maxMs} milliseconds with 0 bytes received`, 28);
    return responseOf(ended);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // What it has done until now stays done.
    stop();
    void run.catch(() => {});
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** A program without a valid answer is the fault of the service, as behind any web server. */
function responseOf({ stdout, stderr, exitCode }: ExecResult): ServiceResponse {
  const response = exitCode === 0 ? cgiResponse(stdout) : null;
  if (response !== null) return response;
  const why = exitCode === 0 ? 'it printed no headers' : `it ended with status ${exitCode}`;
  const body = `The service failed: ${why}\n${stderr}`;
  return { status: 500, reason: 'Internal Server Error', headers: [['Content-Type', 'text/plain']], body };
}

async function bodyOf(pieces: readonly CurlData[], { fs, cwd, stdin }: Context): Promise<string> {
  const texts: string[] = [];
  for (const piece of pieces) {
    if ('text' in piece) texts.push(piece.text);
    else {
      const isInput = piece.file === '-';
      const text = isInput ? decoded(stdin) : await fs.readFile(fs.resolvePath(cwd, piece.file)).catch(() => null);
      if (text === null) throw new Refused(`Failed to open ${piece.file}`, 26);
      texts.push(piece.keepsLines ? text : text.replace(/[\r\n]/g, ''));
    }
  }
  return texts.join('&');
}

/** Input of a command comes as one character for each byte. */
const decoded = (bytes: unknown): string =>
  new TextDecoder().decode(Uint8Array.from(String(bytes), (character) => character.charCodeAt(0)));

function dialogue({ method, url, headers }: ServiceRequest, response: ServiceResponse): string {
  const asked = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`];
  const sent = [...asked, ...headers.map(([name, value]) => `${name}: ${value}`), ''];
  const received = headOf(response).trimEnd().split('\r\n');
  return [...sent.map((line) => `> ${line}`), ...received.map((line) => `< ${line}`), '< ', ''].join('\n');
}

/** What `-w` shows behind the response. */
function written(format: string, { status, headers, body }: ServiceResponse, ms: number): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const values: Readonly<Record<string, string>> = {
    http_code: String(status),
    response_code: String(status),
    content_type: type,
    size_download: String(new TextEncoder().encode(body).length),
    time_total: (ms / 1_000).toFixed(6),
  };
  return format
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/%\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
}
