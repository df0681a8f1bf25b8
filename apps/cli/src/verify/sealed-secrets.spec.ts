import { keyRing, seal } from '@quittance/config';
import { randomBytes } from 'node:crypto';
import { checkSealedSecrets } from './sealed-secrets.js';

const ring = (id: string) => keyRing([{ id, key: randomBytes(32) }]);
const first = ring('k1');
const row = (key: string) => {
  const place = `acme/stripe/${key}`;
  const sealed = seal(first, 'hidden', place);
  return { company_id: 'acme', object: 'payment connector', record: 'stripe', place, sealed };
};
const ROWS = [row('secretKey'), row('webhookSecret'), row('publishableKey')];

async function told(keys: ReturnType<typeof ring> | null, rows = ROWS): Promise<string[]> {
  const { count, violations } = await checkSealedSecrets(async () => rows, keys);
  expect(count).toBe(violations.length);
  return violations.map(({ object, record, wrong }) => `${object} ${record}: ${wrong}`);
}

test('secrets that open are no fault', async () => {
  expect(await told(first)).toEqual([]);
});

test('a key that is gone is told once of a connector, however many secrets it has', async () => {
  expect(await told(ring('k2'))).toEqual([
    expect.stringMatching(/^payment connector stripe: .* lacks the key k1 it was sealed with: put/),
  ]);
});

test('another key by the same name is told as that', async () => {
  expect(await told(ring('k1'))).toEqual([
    expect.stringMatching(/has another key by the name k1 than the one it was sealed with: put/),
  ]);
});

test('without any key the missing file is told, once, if anything is sealed', async () => {
  expect(await told(null)).toEqual([
    expect.stringMatching(/^file DATA_DIR\/secrets.json: is missing, and with it .*\(k1\)/),
  ]);
  expect(await told(null, [])).toEqual([]);
});
