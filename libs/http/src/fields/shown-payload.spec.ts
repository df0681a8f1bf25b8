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
