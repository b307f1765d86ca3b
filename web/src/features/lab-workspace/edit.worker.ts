import { type Edit, edited } from './edit-files.ts';
import type { EditRequest } from './edit-request.ts';
import type { EditFailure } from './engine-protocol.ts';

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<EditRequest>) => void;
  postMessage(edit: Edit | EditFailure): void;
};
port.onmessage = ({ data: { name, settings, files, selection } }) => {
  port.postMessage(edited(name, settings, new Map(files.map(({ path, text }) => [path, text])), selection));
};
