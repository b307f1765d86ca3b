import { BrowserShell } from '@academy/lab-engine/browser-shell';
import type { EngineReply, EngineRequest } from '@academy/lab-engine/engine-protocol';

const shell = new BrowserShell();

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<{ id: number; request: EngineRequest }>) => void;
  postMessage(message: { id: number; reply: EngineReply }): void;
};
port.onmessage = ({ data: { id, request } }) => {
  void shell
    .answer(request)
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((reply) => port.postMessage({ id, reply }));
};
