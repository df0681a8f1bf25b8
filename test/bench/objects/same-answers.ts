import type { ChildServer } from '../support/child-server.js';
import type { LoadRequest } from '../support/http-load.js';

interface Answer {
  readonly id?: string;
  readonly total?: number;
  readonly data?: readonly { readonly id: string }[];
}

/** Reads are compared only where both servers answer the same, and more than nothing. */
export async function demandSameAnswers(
  servers: { readonly ours: ChildServer; readonly bare: ChildServer },
  { method, path }: LoadRequest,
  authorization: string,
): Promise<void> {
  if (method !== 'GET') return;
  const [own, limit] = await Promise.all(
    [servers.ours, servers.bare].map(async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
      const { id, total, data } = (await answer.json()) as Answer;
      return JSON.stringify({ id, total, ids: data?.map((each) => each.id) });
    }),
  );
  if (own !== limit || own === '{}' || own?.includes('"total":0')) {
    throw new Error(`${path} is answered differently: ${own} and ${limit}`);
  }
}
