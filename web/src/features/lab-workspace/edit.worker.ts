import { type Edit, edited } from '@academy/lab-engine/edit-files';
import type { EditRequest } from '@academy/lab-engine/edit-request';
import type { EditFailure } from '@academy/lab-engine/engine-protocol';

const port = globalThis as unknown as {
  onmessage: (event: MessageEvent<EditRequest>) => void;
  postMessage(edit: Edit | EditFailure): void;
};
port.onmessage = ({ data: { name, settings, files, selection } }) => {
  port.postMessage(edited(name, settings, new Map(files.map(({ path, text }) => [path, text])), selection));
};
