/** What the agent of a machine replies. */
export interface AgentReply {
  /** Exit status, 0 for what has none; `late`: it was ended after its time. */
  status: number | 'late';
  output: Uint8Array;
  errors: Uint8Array;
}

const LINE_BREAK = 10;
/** More in front of a line break is no head of a reply. */
const MAX_HEAD = 100;

/** The machine has ended, or does not answer. */
export class MachineGone extends Error {}

/** Requests to the agent of a machine, and its replies, which are as trustworthy as the learner. */
export class AgentChannel {
  readonly #send: (line: string) => void;
  readonly #open = new Map<number, { resolve: (reply: AgentReply) => void; reject: (error: Error) => void }>();
  #last = 0;
  #received = new Uint8Array(0);

  /** @param send writes to the console of the agent */
  constructor(send: (line: string) => void) {
    this.#send = send;
  }

  /** Resolves when the agent has started; to be called before it has. */
  started(): Promise<AgentReply> {
    const reply = this.#reply(0);
    // One that goes on from a saved state has started long ago.
    reply.catch(() => undefined);
    return reply;
  }

  /** Asks the agent. Rejects with `MachineGone` when the machine ends meanwhile. */
  ask(verb: string, ...words: (string | number)[]): Promise<AgentReply> {
    const id = ++this.#last;
    const reply = this.#reply(id);
    this.#send(`${[id, verb, ...words.map((word) => encoded(String(word)))].join(' ')}\n`);
    return reply;
  }

  /** Takes what the agent has written. */
  receive(piece: Uint8Array): void {
    const all = new Uint8Array(this.#received.length + piece.length);
    all.set(this.#received);
    all.set(piece, this.#received.length);
    this.#received = all;
    while (this.#takeReply());
  }

  /** Rejects everything that is not answered. */
  close(): void {
    for (const { reject } of this.#open.values()) reject(new MachineGone('the machine has ended'));
    this.#open.clear();
  }

  #reply(id: number): Promise<AgentReply> {
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject }));
  }

  #takeReply(): boolean {
    const received = this.#received;
    const end = received.indexOf(LINE_BREAK);
    if (end === -1) {
      if (received.length > MAX_HEAD) this.#received = new Uint8Array(0);
      return false;
    }
    const head = new TextDecoder().decode(received.subarray(0, end));
    const words = /^(\d+) (\d+|late) (\d+) (\d+)$/.exec(head);
    if (words === null) {
      this.#received = received.slice(end + 1);
      return true;
    }
    const [, id, status, output, errors] = words;
    const middle = end + 1 + Number(output);
    const last = middle + Number(errors);
    if (received.length < last) return false;
    this.#received = received.slice(last);
    const request = this.#open.get(Number(id));
    this.#open.delete(Number(id));
    request?.resolve({
      status: status === 'late' ? 'late' : Number(status),
      output: received.slice(end + 1, middle),
      errors: received.slice(middle, last),
    });
    return true;
  }
}

/** Percent-encodes what would end a word or a line. */
function encoded(word: string): string {
  const bytes = new TextEncoder().encode(word);
  return Array.from(bytes, (byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x25
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
