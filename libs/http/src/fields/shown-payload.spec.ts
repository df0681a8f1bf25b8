import { Readable } from 'node:stream';
import type { KeptFields } from './kept-fields.js';
import { shownPayload } from './shown-payload.js';

const answer = { results: [{ problem: { code: 'x', detail: 'Above 7646666.69.' } }] };
const told = (hidesAny: boolean) => {
  const kept = { hidesAny, shown: (body: unknown) => body } as unknown as KeptFields;
  return shownPayload(kept, 'application/json; charset=utf-8', JSON.stringify(answer));
};

test('why a row was refused is told whole to whoever is shown everything alone', async () => {
  expect(await told(true)).not.toContain('7646666');
  expect(await told(false)).toBe(JSON.stringify(answer));
});

test.each([
  ['a text', (text: string) => text],
  ['a stream', (text: string) => Readable.from([text.slice(0, 9), text.slice(9)])],
])('lines of JSON are told without what is hidden, as %s', async (_, as) => {
  const kept = { hidesAny: true, shown: ({ id }: { id: number }) => ({ id }) };
  const lines = '{"id":1,"limit":"9"}\n{"id":2,"limit":"8"}\n';
  const type = 'application/x-ndjson; charset=utf-8';
  const told = await shownPayload(kept as unknown as KeptFields, type, as(lines));
  const text = typeof told === 'string' ? told : (await (told as Readable).toArray()).join('');
  expect(text).toBe('{"id":1}\n{"id":2}\n');
});
