import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'vite';

interface Answer {
  status?: number;
  body: unknown;
}

/** Answers by method and path below the API: `POST /contact`. Of several each is given once, the last one from then on. */
export type Answers = Readonly<Record<string, Answer | readonly Answer[]>>;

export interface Sent {
  /** `POST /contact` */
  call: string;
  /** Without `?`; empty: none. */
  query: string;
  body: unknown;
}

interface Academy {
  answers: Record<string, Answer | Answer[]>;
  sent: Sent[];
}

/**
 * A server of the API for component tests, in the one that serves them. Each test has an academy of its own below
 * `/answers/<id>`: PUT says what it answers, GET returns what was sent, and below `/api/v1` it answers.
 */
export function answersOfTests(): Plugin {
  const academies = new Map<string, Academy>();
  return {
    name: 'academy:answers-of-tests',
    configureServer({ middlewares }) {
      middlewares.use('/answers', async (request, response) => {
        const [, id = '', path = '', query = ''] =
          /^\/([\w-]+)(?:\/api\/v1([^?]*)\??(.*))?/.exec(request.url ?? '') ?? [];
        const academy = academies.get(id) ?? { answers: {}, sent: [] };
        academies.set(id, academy);
        const body = await bodyOf(request);
        const reply = (status: number, value: unknown) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(value));
        };
        if (path === '' && request.method === 'PUT') {
          academy.answers = body as Academy['answers'];
          return reply(200, {});
        }
        if (path === '') return reply(200, academy.sent);
        const call = `${request.method} ${path}`;
        academy.sent.push({ call, query, body });
        const given = academy.answers[call];
        const answer = Array.isArray(given) && given.length > 1 ? given.shift() : [given].flat()[0];
        if (answer === undefined) return reply(404, { success: false, data: null, errors: [], message: `no ${call}` });
        return reply(answer.status ?? 200, answer.body);
      });
    },
  };
}

/** JSON, or the fields of a form. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (chunks.length === 0) return null;
  const body = new Response(Buffer.concat(chunks), { headers: { 'content-type': type } });
  return type.includes('form') ? Object.fromEntries(await body.formData()) : body.json();
}
