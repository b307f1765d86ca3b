import { type Edit, edited } from './edit-files.ts';
import type { EditRequest } from './edit-request.ts';

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<EditRequest>) => void;
  postMessage(edit: Edit | { problem: string }): void;
};
port.onmessage = ({ data: { name, settings, files, selection } }) => {
  port.postMessage(edited(name, settings, new Map(files.map(({ path, text }) => [path, text])), selection));
};
