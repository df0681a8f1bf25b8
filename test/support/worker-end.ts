type Close = () => Promise<void>;

/** What the files of this worker share, the latest last. */
const held = globalThis as { quittanceShared?: Close[] };

/**
 * Keeps what is to be closed when no more files come. Where Jest runs the files in its own process,
 * its global teardown closes it. A worker process is told by nothing: its last listener for
 * messages is taken off, and it is expected to end. It does so with everything open; the databases
 * of processes that have ended are dropped by the teardown.
 */
export function atWorkerEnd(close: Close): void {
  if (held.quittanceShared === undefined) endWithTheMessages();
  (held.quittanceShared ??= []).push(close);
}

/** Closes all of it, the latest first. */
export async function closeShared(): Promise<void> {
  for (const close of held.quittanceShared?.splice(0).reverse() ?? []) await close();
}

function endWithTheMessages(): void {
  const isWorker = process.send !== undefined && process.listenerCount('message') > 0;
  if (!isWorker) return;
  // Jest has put its own exit in the place of the process's until the file is done.
  process.on('removeListener', (name) => {
    if (name === 'message' && process.listenerCount('message') === 0) process.exit(0);
  });
}
