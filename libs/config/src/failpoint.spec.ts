import { failpoint, watchFailpoints } from './failpoint.js';

/** The setting is read when the module loads, so each test loads it anew. */
function load(setting?: string): (name: string, subject?: string) => Promise<void> {
  if (setting === undefined) delete process.env.FAILPOINT;
  else process.env.FAILPOINT = setting;
  const path = require.resolve('./failpoint.js');
  const loaded = require.cache[path];
  delete require.cache[path];
  try {
    return (require(path) as typeof import('./failpoint.js')).failpoint;
  } finally {
    require.cache[path] = loaded;
  }
}

afterEach(() => {
  delete process.env.FAILPOINT;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('fail points', () => {
  test('do nothing without the setting', async () => {
    await expect(load()('run.after-claim')).resolves.toBeUndefined();
  });

  test('throw where they are armed, once, and nowhere else', async () => {
    const failpoint = load('run.claimed:error');
    await expect(failpoint('run.written')).resolves.toBeUndefined();
    await expect(failpoint('run.claimed')).rejects.toThrow('run.claimed');
    await expect(failpoint('run.claimed')).resolves.toBeUndefined();
  });

  test('wait for the n-th time they are passed', async () => {
    const failpoint = load('run.claimed:error@3');
    await failpoint('run.claimed');
    await failpoint('run.claimed');
    await expect(failpoint('run.claimed')).rejects.toThrow('run.claimed');
  });

  test('kill the process without a chance to clean up', async () => {
    vi.useFakeTimers();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const passed = load('a:error@9,capture.paid:kill')('capture.paid');
    await vi.advanceTimersByTimeAsync(2000);
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGKILL');
    await passed;
  });

  test('stall for two seconds', async () => {
    vi.useFakeTimers();
    let passed = false;
    const done = load('a:delay')('a').then(() => (passed = true));
    await vi.advanceTimersByTimeAsync(1999);
    expect(passed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(passed).toBe(true);
  });

  test('are armed for one piece of work alone', async () => {
    const failpoint = load('a(one-1):error');
    await failpoint('a');
    await failpoint('a', 'two-2');
    await expect(failpoint('a', 'one-1')).rejects.toThrow('a');
  });

  test('hold for ever, and nobody else', async () => {
    vi.useFakeTimers();
    let passed = false;
    const failpoint = load('a:hold');
    void failpoint('a').then(() => (passed = true));
    await failpoint('b');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(passed).toBe(false);
  });

  test('are armed and released by the process that started this one, from then on', async () => {
    const { send } = process;
    const others = process.listeners('message');
    const failpoint = load('told');
    const listeners = process.listeners('message').filter((each) => !others.includes(each));
    process.send = () => true;
    const tell = (message: object) => listeners.forEach((each) => each(message, undefined));
    await failpoint('a');
    tell({ arm: 'a:error@2,b:hold' });
    const held = failpoint('b');
    tell({ release: 'b' });
    await held;
    for (const each of listeners) process.off('message', each);
    if (send) process.send = send;
    else delete process.send;
    await failpoint('a');
    await expect(failpoint('a')).rejects.toThrow('a');
  });

  test.each(['a', 'a:explode', 'a:kill@x', ':kill', 'a kill'])(
    '%o is not understood',
    (setting) => {
      expect(() => load(setting)).toThrow('not understood');
    },
  );

  test('tell a watcher, who may throw, until it is told to leave', async () => {
    const passed: string[] = [];
    watchFailpoints((name) => {
      passed.push(name);
      if (name === 'run.written') throw new Error('cut here');
    });
    await failpoint('run.claimed');
    await expect(failpoint('run.written')).rejects.toThrow('cut here');
    watchFailpoints(undefined);
    await failpoint('run.claimed');
    expect(passed).toEqual(['run.claimed', 'run.written']);
  });
});
