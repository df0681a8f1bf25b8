import { KeyedLimiter } from './keyed-limiter';

/** Work that ends when it is told to, and says when it began. */
function held(name: string, begun: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve(name));
  });
  const work = () => {
    begun.push(name);
    return ended;
  };
  return { work, end: (error?: Error) => end(error) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a keyed limiter', () => {
  it('let so many of one key run at once, the others in the order they came', async () => {
    const begun: string[] = [];
    const limiter = new KeyedLimiter(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => held(name, begun));
    const results = all.map(({ work }) => limiter.run('x', work));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    all[1]?.end();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const { end } of all) end();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('do not keep those of another key waiting', async () => {
    const begun: string[] = [];
    const limiter = new KeyedLimiter(1);
    const [a, b] = [held('a', begun), held('b', begun)];
    const results = [limiter.run('x', a.work), limiter.run('y', b.work)];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    a.end();
    b.end();
    await Promise.all(results);
  });

  it('refuse whoever comes behind as many as may wait', async () => {
    const begun: string[] = [];
    const limiter = new KeyedLimiter(1, { most: 1, refusal: () => new Error('It is full') });
    const [a, b, c] = [held('a', begun), held('b', begun), held('c', begun)];
    const results = [limiter.run('x', a.work), limiter.run('x', b.work)];
    await expect(limiter.run('x', c.work)).rejects.toThrow('It is full');
    c.end();
    expect(await limiter.run('y', c.work)).toBe('c');
    a.end();
    b.end();
    expect(await Promise.all(results)).toEqual(['a', 'b']);
    expect(await limiter.run('x', c.work)).toBe('c');
  });

  it('give the place of what failed to the next', async () => {
    const begun: string[] = [];
    const limiter = new KeyedLimiter(1);
    const [a, b, c] = [held('a', begun), held('b', begun), held('c', begun)];
    const failed = limiter.run('x', a.work);
    const next = limiter.run('x', b.work);
    a.end(new Error('It failed'));
    await expect(failed).rejects.toThrow('It failed');
    await settled();
    expect(begun).toEqual(['a', 'b']);
    b.end();
    await next;
    const later = limiter.run('x', c.work);
    c.end();
    expect(await later).toBe('c');
  });
});
