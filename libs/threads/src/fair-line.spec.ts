import { FairLine } from './fair-line.js';

const item = (owner: string, name: string, weight = 1) => ({ owner, name, weight });
const anybody = () => true;

function order(line: FairLine<ReturnType<typeof item>>, mayGo = anybody): string[] {
  const names: string[] = [];
  for (let next = line.next(mayGo); next; next = line.next(mayGo)) names.push(next.name);
  return names;
}

describe('a line of several owners', () => {
  it('lets them take turns, however much one has brought', () => {
    const line = new FairLine<ReturnType<typeof item>>();
    for (const name of ['a1', 'a2', 'a3', 'a4']) line.add(item('a', name));
    line.add(item('b', 'b1'));
    line.add(item('c', 'c1'));
    line.add(item('b', 'b2'));
    expect(order(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(line.size).toBe(0);
  });

  it('passes over who may not go now, and keeps their place', () => {
    const line = new FairLine<ReturnType<typeof item>>();
    for (const name of ['a1', 'a2']) line.add(item('a', name));
    line.add(item('b', 'b1'));
    expect(order(line, ((owner: string) => owner !== 'a') as typeof anybody)).toEqual(['b1']);
    expect(order(line)).toEqual(['a1', 'a2']);
  });

  it('knows what all of it weighs, and what one owner has', () => {
    const line = new FairLine<ReturnType<typeof item>>();
    const heavy = item('a', 'a1', 5);
    line.add(heavy);
    line.add(item('a', 'a2', 2));
    line.add(item('b', 'b1', 1));
    expect([line.weightOf(), line.weightOf('a'), line.weightOf('nobody')]).toEqual([8, 7, 0]);
    expect([line.remove(heavy), line.remove(heavy)]).toEqual([true, false]);
    expect([line.size, line.weightOf(), line.weightOf('a')]).toEqual([2, 3, 2]);
  });
});
