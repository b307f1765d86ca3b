import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { LinuxLab } from '@academy/lab-engine/linux/linux-lab';
import type { LinuxNews, LinuxReply, LinuxRequest } from '@academy/lab-engine/linux/linux-protocol';
import { openLabMachine, statePath } from '@academy/lab-engine/linux/open-lab-machine';
import wasmUrl from 'v86/build/v86.wasm?url';

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ id: number; request: LinuxRequest }>) => void;
  postMessage(message: { id: number; reply: LinuxReply } | { news: LinuxNews }): void;
};

/** Progress is reported whenever this much more has come, bytes. */
const STEP_BYTES = 250_000;

async function got(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Reads a file and reports how much has come. */
async function bytesOf(url: string, onBytes: (sum: number) => void): Promise<Uint8Array> {
  const { body } = await got(url);
  if (body === null) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let sum = 0;
  let reported = 0;
  for (let reader = body.getReader(); ; ) {
    const { value } = await reader.read();
    if (value === undefined) break;
    pieces.push(value);
    sum += value.length;
    if (sum - reported >= STEP_BYTES) {
      reported = sum;
      onBytes(sum);
    }
  }
  onBytes(sum);
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

const lab = new LinuxLab(
  async (address, onLoading) => {
    const image = (await (await got(`${address}/image.json`)).json()) as LinuxImage;
    const store = address.slice(0, address.lastIndexOf('/'));
    const total = image.state.packed;
    onLoading(0, total);
    const wasm = got(wasmUrl)
      .then((response) => response.arrayBuffer())
      .then((bytes) => new Uint8Array(bytes));
    const fetched = (path: string) =>
      bytesOf(`${store}/${path}`, (sum) => path === statePath(image) && onLoading(sum, total));
    return openLabMachine({ image, read: fetched, wasm: await wasm });
  },
  (news) => port.postMessage({ news }),
);

port.onmessage = ({ data: { id, request } }) => {
  void lab
    .answer(request)
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((reply) => port.postMessage({ id, reply }));
};
