import type { Hosts } from '../support/beside-bare.js';

/** Type-aheads are compared only where both hosts answer the same rows in the same order. */
export async function demandSameFound(
  { ours, bare, authorization }: Hosts,
  path: string,
): Promise<void> {
  const [own, limit] = await Promise.all(
    [ours, bare].map(async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
      return answer.text();
    }),
  );
  if (own !== limit || own === '{"data":[]}') {
    throw new Error(`${path} is answered differently: ${own} and ${limit}`);
  }
}
