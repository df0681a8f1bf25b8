import { PasswordHasher } from './password-hasher.js';

const WAITING = 50;

test('strangers who wait turn nobody away who is known, and let them go first', async () => {
  const hasher = new PasswordHasher();
  const stored = await hasher.hash('the right password');
  const order: string[] = [];
  const asked = (asker: 'known' | 'stranger', password: string) =>
    hasher.matches(stored, password, asker).then(
      (same) => (order.push(asker), same),
      (error: { code?: string }) => error.code,
    );
  const strangers = Array.from({ length: WAITING * 2 }, () => asked('stranger', 'a guess'));
  const known = asked('known', 'the right password');
  expect(await strangers.at(-1)).toBe('sign_in_busy');
  expect(await known).toBe(true);
  const told = await Promise.all(strangers);
  expect(told.filter((each) => each === false).length).toBeGreaterThanOrEqual(WAITING);
  expect(order.slice(order.indexOf('known')).length).toBeGreaterThanOrEqual(WAITING);
});

test('who is known waits in no endless line either', async () => {
  const hasher = new PasswordHasher();
  const asked = Array.from({ length: WAITING * 2 }, () =>
    hasher.hash('a password').then(
      () => 'hashed',
      (error: { code?: string }) => error.code,
    ),
  );
  expect(await asked.at(-1)).toBe('sign_in_busy');
  const told = await Promise.all(asked);
  expect(told.filter((each) => each === 'hashed').length).toBeGreaterThanOrEqual(WAITING);
});
