import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { LinuxLab } from '@academy/lab-engine/linux/linux-lab';
import type { LinuxNews, LinuxReply, LinuxRequest } from '@academy/lab-engine/linux/linux-protocol';
import { openLabMachine, statePath } from '@academy/lab-engine/linux/open-lab-machine';
import wasmUrl from 'v86/build/v86.wasm?url';
import { fetched, type Loading, readLarge } from './image-files.ts';

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ id: number; request: LinuxRequest }>) => void;
  postMessage(message: { id: number; reply: LinuxReply } | { news: LinuxNews }): void;
};

const bytesOf = async (url: string) => new Uint8Array(await (await fetched(url)).arrayBuffer());

/** Compiled while the image is loaded, and by the browser's cache the next time. */
const program = WebAssembly.compileStreaming(fetched(wasmUrl));
// It rejects for the machine that asks for it.
program.catch(() => undefined);

const lab = new LinuxLab(
  async (address, onLoading) => {
    const image = (await (await fetched(`${address}/image.json`)).json()) as LinuxImage;
    const store = address.slice(0, address.lastIndexOf('/'));
    const onPart = ({ loaded, total }: Loading) => onLoading(loaded, total);
    onPart({ loaded: 0, total: image.state.packed });
    const state = async () => {
      const bytes = new Uint8Array(image.state.packed);
      const onPiece = (piece: Uint8Array, at: number) => bytes.set(piece, at);
      await readLarge(`${store}/${statePath(image)}`, bytes.length, { onPiece, onLoading: onPart });
      return bytes;
    };
    return openLabMachine({
      image,
      read: (path) => (path === statePath(image) ? state() : bytesOf(`${store}/${path}`)),
      loadProgram: async (imports) =>
        (await WebAssembly.instantiate(await program, imports as WebAssembly.Imports)).exports,
    });
  },
  (news) => port.postMessage({ news }),
);

port.onmessage = ({ data: { id, request } }) => {
  void lab
    .answer(request)
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((reply) => port.postMessage({ id, reply }));
};
