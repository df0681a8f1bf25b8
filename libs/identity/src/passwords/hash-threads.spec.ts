import { readdirSync, readFileSync } from 'node:fs';
import { HashThreads } from './hash-threads.js';
import { PasswordHasher } from './password-hasher.js';

const threads = new HashThreads();
afterAll(() => threads.onApplicationShutdown());

/** How far each thread of the process steps behind, of the kernel that runs it. */
function niceness(): number[] {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test('hashes and checks as Node.js does, in threads that step behind the requests', async () => {
  const [own, plain] = [new PasswordHasher(threads), new PasswordHasher()];
  const stored = await own.hash('the right password', null);
  expect(await plain.matches(stored, 'the right password', null)).toBe(true);
  const told = ['the right password', 'another'].map((each) => own.matches(stored, each, null));
  expect(await Promise.all(told)).toEqual([true, false]);
  expect(await own.matches(null, 'the right password', null)).toBe(false);
  if (process.platform !== 'linux') return;
  const least = Math.min(...niceness());
  expect(niceness().filter((each) => each >= Math.min(19, least + 10))).toHaveLength(1);
});

test('tells of a hash that is none, and goes on', async () => {
  await expect(threads.verify('no hash', 'a password')).rejects.toThrow(/could not be made/);
  await expect(threads.hash('a password', { memoryCost: 1024 })).resolves.toMatch(/^\$argon2/);
});
