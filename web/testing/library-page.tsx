import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { createRoot } from 'react-dom/client';

/** A page of `production-build.test.ts`: it uses what the product does not use of its libraries, or uses rarely. */
function LibraryPage() {
  const pages = useInfiniteQuery({
    queryKey: ['pages'],
    queryFn: ({ pageParam }) => Promise.resolve({ text: `Page ${pageParam}`, next: pageParam + 1 }),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => (next > 2 ? undefined : next),
  });
  const saving = useMutation({
    scope: { id: 'names' },
    mutationFn: (name: string) =>
      name === '' ? Promise.reject(new Error('A name is missing')) : Promise.resolve(name),
  });
  return (
    <>
      <Heart aria-label="Favorite" role="img" />
      {pages.data?.pages.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      <button type="button" disabled={!pages.hasNextPage} onClick={() => void pages.fetchNextPage()}>
        More
      </button>
      <button type="button" onClick={() => saving.mutate('Ada')}>
        Save
      </button>
      <button type="button" onClick={() => saving.mutate('')}>
        Save nothing
      </button>
      <p role="status">{saving.error?.message ?? saving.data}</p>
    </>
  );
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <QueryClientProvider client={new QueryClient()}>
    <LibraryPage />
  </QueryClientProvider>,
);
