import type { BenchResult } from '../bench-result.js';
import type { ChildServer } from '../support/child-server.js';
import { mixedValues } from './objects-data.js';

const ROWS = 100_000;
const WARM_UP_ROWS = 2_000;
const WRITE = 0.3;

/** A file of ships, by turns at the one server and the other. */
export async function measureImport(
  { ours, bare }: { readonly ours: ChildServer; readonly bare: ChildServer },
  authorization: string,
): Promise<BenchResult> {
  const load = (server: ChildServer, rows: number) => send(server, authorization, fileOf(rows));
  await load(bare, WARM_UP_ROWS);
  await load(ours, WARM_UP_ROWS);
  const file = fileOf(ROWS);
  const limit = ROWS / (await send(bare, authorization, file));
  const rate = ROWS / (await send(ours, authorization, file));
  return {
    measure: 'import 100,000 rows of a custom object with 6 custom fields',
    rate: Math.round(rate),
    limit: Math.round(limit),
    ratio: Math.round((rate / limit) * 100) / 100,
    target: WRITE,
    unit: 'rows/s',
    peakMemoryMb: ours.peakMemoryMb(),
  };
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const values = Object.values(mixedValues(5, n));
    return `Ship ${n},${n % 1000},${values.join()}`;
  });
  return `name,speed__c,${Object.keys(mixedValues(5, 0)).join()}\n${lines.join('\n')}\n`;
}

/** Seconds that it took; every row must have been taken. */
async function send(server: ChildServer, authorization: string, file: string): Promise<number> {
  const rows = file.split('\n').length - 2;
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/objects/ship__c/import`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: file,
  });
  const taken = (await answer.json()) as { rows?: number; failed?: number };
  if (taken.rows !== rows || (taken.failed ?? 0) > 0) {
    throw new Error(`The import answered ${JSON.stringify(taken).slice(0, 500)}`);
  }
  return (performance.now() - started) / 1000;
}
