import { createLogger } from './logger.js';
import { TurnedAway } from './turned-away.js';

test('tells of those who were turned away once for all of ten seconds, and at the end', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const lines: unknown[] = [];
    const write = (line: string) => lines.push(JSON.parse(line));
    const turnedAway = new TurnedAway(createLogger('info', 'test', { write }));
    for (let n = 0; n < 500; n += 1) turnedAway.count('/login');
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(lines).toMatchObject([{ route: '/login', count: 500 }]);
    turnedAway.count('/login');
    turnedAway.tell();
    vi.advanceTimersByTime(10_000);
    expect(lines.slice(1)).toMatchObject([{ route: '/login', count: 1 }]);
  } finally {
    vi.useRealTimers();
  }
});
