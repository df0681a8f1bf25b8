import { HashThreads } from './hash-threads.js';
import { PasswordHasher } from './password-hasher.js';

const threads = new HashThreads();
afterAll(() => threads.onApplicationShutdown());

test('hashes and checks as Node.js does', async () => {
  const [own, plain] = [new PasswordHasher(threads), new PasswordHasher()];
  const stored = await own.hash('the right password', null);
  expect(await plain.matches(stored, 'the right password', null)).toBe(true);
  const told = ['the right password', 'another'].map((each) => own.matches(stored, each, null));
  expect(await Promise.all(told)).toEqual([true, false]);
  expect(await own.matches(null, 'the right password', null)).toBe(false);
});

test('tells of a hash that is none, and goes on', async () => {
  await expect(threads.verify('no hash', 'a password')).rejects.toThrow(/could not be made/);
  await expect(threads.hash('a password', { memoryCost: 1024 })).resolves.toMatch(/^\$argon2/);
});
