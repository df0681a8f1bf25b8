import { newId, type CompanyId, type UserId } from '@quittance/kernel';
import { PasswordHasher, type KnownAsker } from './password-hasher.js';

const WAITING = 50;
const RIGHT = 'the right password';

const somebody = (companyId = newId() as CompanyId): KnownAsker => ({
  companyId,
  userId: newId() as UserId,
});

/** A hasher with a password of its own, and who was told what, in order. */
async function aHasher() {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash(RIGHT, null);
  const order: string[] = [];
  const asked = (name: string, asker: KnownAsker | null, password = RIGHT) =>
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

test('a stranger who would find no place is turned away before anything is asked', async () => {
  const { hasher, asked } = await aHasher();
  expect(() => hasher.requireRoom()).not.toThrow();
  const strangers = many(WAITING * 2, () => asked('stranger', null, 'a guess'));
  expect(() => hasher.requireRoom()).toThrow(expect.objectContaining({ code: 'sign_in_busy' }));
  await Promise.all(strangers);
  expect(() => hasher.requireRoom()).not.toThrow();
});
