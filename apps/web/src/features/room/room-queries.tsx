'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What is asked for once and answered once. A blob is named by its hash, so it never gets old. */
export function RoomQueries({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            // The way goes over the Worker's socket, which knows better than the browser whether it is online.
            networkMode: 'always',
            staleTime: Number.POSITIVE_INFINITY,
            gcTime: 10 * 60_000,
            // The Worker asks the host again by itself; what fails here is for a person to try again.
            retry: false,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
          },
        },
      }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
