import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { render } from 'vitest-browser-react/pure';
import { createQueryClient } from '../src/api/query-client.ts';
import { RuntimeProvider } from '../src/lib/runtime.tsx';
import { Ready } from '../src/ui/ready.tsx';
import type { Answers, Sent } from './answers.ts';
import { runtimeAt } from './runtime.ts';

/** A hydrated page of the spring academy around a component, whose calls are answered as the test says. */
export async function renderApp(children: ReactNode, answers: Answers = {}): Promise<{ sent(): Promise<Sent[]> }> {
  const origin = `${location.origin}/answers/${crypto.randomUUID()}`;
  await fetch(origin, { method: 'PUT', body: JSON.stringify(answers) });
  await render(
    <RuntimeProvider runtime={runtimeAt(origin)}>
      <QueryClientProvider client={createQueryClient()}>
        <Ready value={true}>{children}</Ready>
      </QueryClientProvider>
    </RuntimeProvider>,
  );
  return { sent: async () => (await fetch(origin)).json() as Promise<Sent[]> };
}
