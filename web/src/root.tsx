import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, type AppProps } from './app.tsx';
import { type Runtime, RuntimeProvider } from './lib/runtime.tsx';

/** The same tree on the server and in the browser. */
export function Root({ client, runtime, ...app }: { client: QueryClient; runtime: Runtime } & AppProps) {
  return (
    <RuntimeProvider runtime={runtime}>
      <QueryClientProvider client={client}>
        <App {...app} />
      </QueryClientProvider>
    </RuntimeProvider>
  );
}
