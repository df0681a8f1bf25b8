import { OneAtATime } from './one-at-a-time.js';

const refused = expect.objectContaining({ code: 'quick_order_busy' });

test('of one party two are taken, and others find their place beside it', async () => {
  const queue = new OneAtATime();
  let done: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    done = resolve;
  });
  const first = queue.run('hostile', () => held);
  const second = queue.run('hostile', () => Promise.resolve());
  await expect(queue.run('hostile', () => Promise.resolve())).rejects.toEqual(refused);
  const other = queue.run('other', () => Promise.resolve('read'));
  done();
  await Promise.all([first, second]);
  expect(await other).toBe('read');
  expect(await queue.run('hostile', () => Promise.resolve('again'))).toBe('again');
});

test('work that fails keeps nobody waiting', async () => {
  const queue = new OneAtATime();
  const failing = queue.run('one', () => Promise.reject(new Error('damaged')));
  const next = queue.run('two', () => Promise.resolve('read'));
  await expect(failing).rejects.toThrow('damaged');
  expect(await next).toBe('read');
});
