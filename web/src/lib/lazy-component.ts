import { type ComponentType, lazy } from 'react';
import { loadFileWithRetry } from './load-file.ts';

/**
 * A component whose file is loaded when it is first shown. For what the server never renders: dialogs, the search palette,
 * editors, charts, and what only signed-in people see. Put it into a `<Suspense>`.
 * @param pick takes the component out of the file
 */
export function lazyComponent<Module extends object, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  return lazy(async () => ({ default: pick(await loadFileWithRetry(load)) })) as unknown as ComponentType<Props>;
}
