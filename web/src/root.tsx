import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { App, type AppProps } from './app.tsx';
import { type Runtime, RuntimeProvider } from './lib/runtime.tsx';
import { startPage } from './start-page.ts';
import { Ready } from './ui/ready.tsx';

/** The same tree on the server and in the browser. */
export function Root({ client, runtime, ...app }: { client: QueryClient; runtime: Runtime } & AppProps) {
  return (
    <RuntimeProvider runtime={runtime}>
      <QueryClientProvider client={client}>
        <Ready value={useStartedPage(client, runtime)}>
          <App {...app} />
        </Ready>
      </QueryClientProvider>
    </RuntimeProvider>
  );
}

/** Starts the page once it is hydrated. False until then; afterwards true, and `html[data-ready]` says so to tests. */
function useStartedPage(client: QueryClient, runtime: Runtime): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    startPage(client, runtime);
    startTransition(() => setReady(true));
  }, [client, runtime]);
  useEffect(() => {
    if (isReady) document.documentElement.dataset.ready = '';
  }, [isReady]);
  return isReady;
}
