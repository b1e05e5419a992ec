import { useRef, useState } from 'react';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { type CommandOptions, useCommand } from './queries.ts';

/** A command that brings a file: how much of it has been sent, from 0 to 1, and a way to stop it. */
export function useUpload<E extends AnyEndpoint>(endpoint: E, options: CommandOptions<E> = {}) {
  const [sent, setSent] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  const command = useCommand(endpoint, {
    ...options,
    callOptions: () => {
      leaving.current = new AbortController();
      setSent(0);
      return { signal: leaving.current.signal, onSent: setSent };
    },
  });
  function stop() {
    leaving.current?.abort();
    command.reset();
  }
  return { ...command, sent, stop };
}
