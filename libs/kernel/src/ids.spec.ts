import { asId, isUuid, newId, writeNewId } from './ids.js';

describe('ids', () => {
  test('new ids are distinct, of version 7, and rise within the process', () => {
    const ids = Array.from({ length: 50_000 }, () => newId());
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? ''))).toBe(true);
    const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !shape.test(id))).toEqual([]);
  });

  test('ids written as bytes are ids like the others, in the same order', () => {
    const view = new DataView(new ArrayBuffer(16));
    const ids = Array.from({ length: 5_000 }, (_, i) => {
      if (i % 2 === 0) return newId();
      writeNewId(view, 0);
      const hex = Buffer.from(view.buffer).toString('hex');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    });
    const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !shape.test(id))).toEqual([]);
    expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? ''))).toBe(true);
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
  });

  test('an id carries the time it was made', () => {
    const before = Date.now();
    const made = parseInt(newId().replace(/-/g, '').slice(0, 12), 16);
    // Many ids within one millisecond borrow from the next, so the id may run a little ahead.
    expect(Math.abs(made - before)).toBeLessThan(5_000);
  });

  test('ids follow the clock of the system, but never back', () => {
    const timeOf = (id: string) => parseInt(id.replace(/-/g, '').slice(0, 12), 16);
    vi.useFakeTimers();
    try {
      const ahead = Date.now() + 3_600_000;
      vi.setSystemTime(ahead);
      const far = newId();
      expect(timeOf(far)).toBe(ahead);
      vi.setSystemTime(ahead - 7_200_000);
      const behind = newId();
      expect(behind > far).toBe(true);
      expect(timeOf(behind)).toBe(ahead);
    } finally {
      vi.useRealTimers();
    }
  });

  test('text that is an id is branded in lower case', () => {
    expect(asId('0190A1B2-0000-7000-8000-00000000000F')).toBe(
      '0190a1b2-0000-7000-8000-00000000000f',
    );
  });

  test.each([
    '',
    'x',
    '0190a1b2-0000-7000-8000-00000000000',
    "0190a1b2-0000-7000-8000-00000000000f'",
    '{0190a1b2-0000-7000-8000-00000000000f}',
    '0190a1b200007000800000000000000f',
    '../0190a1b2-0000-7000-8000-00000000000f',
  ])('%o is no id', (text) => {
    expect(isUuid(text)).toBe(false);
    expect(() => asId(text)).toThrow(TypeError);
  });

  test('anything but text is no id', () => {
    expect([null, undefined, 7, {}, []].filter((value) => isUuid(value))).toEqual([]);
  });
});
