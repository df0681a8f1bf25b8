import { newId, type CompanyId, type UserId } from '@quittance/kernel';
import { DeviceSeals } from '../devices/device-seals.js';
import { DEVICE_MARK } from '../devices/device-token.js';
import { AccessTokens } from '../tokens/access-tokens.js';
import { formatToken, newOpaqueToken } from '../tokens/opaque-token.js';
import { HASHES_AT_ONCE } from './hash-threads.js';
import { PasswordHasher, type Asker, type KnownAsker } from './password-hasher.js';

const WAITING = 50;
const RIGHT = 'the right password';

const somebody = (companyId = newId() as CompanyId): KnownAsker => ({
  companyId,
  userId: newId() as UserId,
});

const seals = new DeviceSeals(new AccessTokens({ host: 'staff', secret: 'a'.repeat(32) }));

/** A hasher with a password of its own, and who was told what, in order. */
async function aHasher() {
  const hasher = new PasswordHasher(undefined, seals);
  const stored = await hasher.hash(RIGHT, null);
  const order: string[] = [];
  const asked = (name: string, asker: Asker, password = RIGHT) =>
    hasher.matches(stored, password, asker).then(
      (same) => (order.push(name), same),
      (error: { code?: string }) => error.code,
    );
  return { hasher, asked, order };
}

const many = <T>(count: number, one: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => one(n));

test('strangers who wait turn nobody away who is known, and let them go first', async () => {
  const { asked, order } = await aHasher();
  const strangers = many(WAITING * 2, () => asked('stranger', null, 'a guess'));
  const known = asked('known', somebody());
  expect(await strangers.at(-1)).toBe('sign_in_busy');
  expect(await known).toBe(true);
  const told = await Promise.all(strangers);
  expect(told.filter((each) => each === false).length).toBeGreaterThanOrEqual(WAITING);
  expect(order.slice(order.indexOf('known')).length).toBeGreaterThanOrEqual(WAITING);
});

test('one who is known takes a few places and then waits with the strangers', async () => {
  const { asked, order } = await aHasher();
  const one = somebody();
  const theirs = many(WAITING * 3, () => asked('one', one));
  const other = asked('other', somebody());
  const colleague = asked('colleague', somebody(one.companyId));
  expect(await theirs.at(-1)).toBe('sign_in_busy');
  expect([await other, await colleague]).toEqual([true, true]);
  await Promise.all(theirs);
  expect(order.indexOf('colleague')).toBeLessThan(WAITING / 2);
});

test('the many of one company leave places to the people of others', async () => {
  const { asked, order } = await aHasher();
  const companyId = newId() as CompanyId;
  const theirs = many(WAITING * 3, () => asked('theirs', somebody(companyId)));
  const other = asked('other', somebody());
  expect(await theirs.at(-1)).toBe('sign_in_busy');
  expect(await other).toBe(true);
  await Promise.all(theirs);
  expect(order.indexOf('other')).toBeLessThan(WAITING / 2);
});

const busy = expect.objectContaining({ code: 'sign_in_busy' });

test('a stranger who would find no place is turned away before anything is asked', async () => {
  const { hasher, asked } = await aHasher();
  const strangers = many(WAITING * 2, () => asked('stranger', null, 'a guess'));
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  expect(() => hasher.keepPlace('made up')).toThrow(busy);
  expect(hasher.keepPlace(`${DEVICE_MARK}may be known`)).toBeNull();
  await Promise.all(strangers);
  hasher.keepPlace(null)?.leave();
  expect(hasher.refusal).toBeUndefined();
});

test('a place is kept for one alone, from the look-up to their last comparison', async () => {
  const { hasher, asked } = await aHasher();
  const places = many(WAITING + HASHES_AT_ONCE, () => hasher.keepPlace(null));
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  const some = places.slice(0, HASHES_AT_ONCE + 1);
  const told = Promise.all(some.map((place) => asked('kept', place, 'a guess')));
  // Whoever keeps none finds the line as full as if all of those stood in it.
  expect(await asked('late', null)).toBe('sign_in_busy');
  expect(await told).toEqual(some.map(() => false));
  // They go on to another comparison without asking again.
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  expect(await asked('again', some[0] ?? null)).toBe(true);
  for (const place of places) place?.leave();
  some[0]?.leave();
  const anew = many(WAITING + HASHES_AT_ONCE, () => hasher.keepPlace(null));
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  for (const place of anew) place?.leave();
});

test('while strangers are turned away a slot rests, and goes at once to who is known', async () => {
  const { hasher, asked, order } = await aHasher();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const places = many(WAITING + HASHES_AT_ONCE, () => hasher.keepPlace(null));
    const some = places.slice(0, 2 * HASHES_AT_ONCE + 1);
    const strangers = some.map((place) => asked('stranger', place, 'a guess'));
    while (order.length < HASHES_AT_ONCE) await new Promise((next) => setImmediate(next));
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    expect(await asked('known', somebody())).toBe(true);
    expect(order.indexOf('known')).toBeLessThan(some.length - 1);
    for (const place of places) place?.leave();
    vi.advanceTimersByTime(1000);
    expect(await Promise.all(strangers)).toEqual(some.map(() => false));
  } finally {
    vi.useRealTimers();
  }
});

test('strangers are looked up one by one, each in the slot that hashes for them', async () => {
  const { hasher, asked } = await aHasher();
  const doing: string[] = [];
  const come = async (n: number, token: string | null) => {
    const place = hasher.keepPlace(token);
    try {
      await hasher.lookUp(place, token, async () => void doing.push(`look up ${n}`));
      expect(await asked(String(n), place, 'a guess')).toBe(false);
    } finally {
      place?.leave();
    }
  };
  const unsealed = formatToken(newOpaqueToken('qd', newId<'company'>()));
  const sealed = seals.seal(unsealed);
  const another = seals.seal(formatToken(newOpaqueToken('qd', newId<'company'>()))).slice(-22);
  const madeUp = [null, `${DEVICE_MARK}made up`, unsealed, unsealed + another];
  const together = many(HASHES_AT_ONCE + 8, (n) => come(n, madeUp[n % madeUp.length] ?? null));
  const givenOut = come(99, sealed);
  await new Promise((next) => setImmediate(next));
  const before = doing.filter((each) => each.startsWith('look up'));
  expect(before).toHaveLength(HASHES_AT_ONCE + 1);
  expect(before).toContain('look up 99');
  await Promise.all([...together, givenOut]);
});

test('whose look-up fails gives back the slot, and places are as many as before', async () => {
  const { hasher, asked } = await aHasher();
  const failed = many(WAITING + HASHES_AT_ONCE, async () => {
    const place = hasher.keepPlace(null);
    try {
      await hasher.lookUp(place, null, () => Promise.reject(new Error('gone')));
    } finally {
      place?.leave();
      place?.leave();
    }
  });
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  const told = await Promise.allSettled(failed);
  expect(told.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await asked('next', null)).toBe(true);
  const places = many(WAITING + HASHES_AT_ONCE, () => hasher.keepPlace(null));
  expect(() => hasher.keepPlace(null)).toThrow(busy);
  for (const place of places) place?.leave();
  expect(hasher.refusal).toBeUndefined();
});
