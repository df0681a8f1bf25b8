import { mapInTurns, yieldIfDue } from './turns.js';

/** Keeps the processor busy, as evaluating formulas does. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('does everything in order', async () => {
  const items = Array.from({ length: 20 }, (_, i) => i);
  const made = await mapInTurns(items, (item, index) => {
    work(1);
    return [item, index];
  });
  expect(made).toEqual(items.map((i) => [i, i]));
});

test('what is due waits for a turn of its own, behind those that came before', async () => {
  await new Promise((turned) => setImmediate(turned));
  const order: string[] = [];
  let turn = 0;
  let over = false;
  const count = () => {
    turn += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  // The time of this turn is used up, so that all of them wait.
  expect(yieldIfDue()).toBeUndefined();
  work(6);
  const long = async (name: string) => {
    const turns = new Set<number>();
    for (let piece = 0; piece < 4; piece += 1) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      work(6);
      turns.add(turn);
      order.push(name);
    }
    return turns;
  };
  const [a, b, c] = await Promise.all([long('a'), long('b'), long('c')]);
  over = true;
  for (const turns of [a, b, c]) expect(turns?.size).toBe(4);
  expect(new Set([...(a ?? []), ...(b ?? []), ...(c ?? [])]).size).toBe(12);
  expect(order.join('')).toBe('abcabcabcabc');
});

test('short pieces of many that wait go on in one turn', async () => {
  await new Promise((turned) => setImmediate(turned));
  let turn = 0;
  let over = false;
  const count = () => {
    turn += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  expect(yieldIfDue()).toBeUndefined();
  work(6);
  const turns = await Promise.all(
    Array.from({ length: 50 }, async () => {
      await yieldIfDue();
      await Promise.resolve();
      return turn;
    }),
  );
  over = true;
  expect(new Set(turns).size).toBeLessThan(10);
});

test('nobody yields who has only begun', async () => {
  await new Promise((turned) => setImmediate(turned));
  expect(yieldIfDue()).toBeUndefined();
});
