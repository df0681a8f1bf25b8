import { sumOfEach } from './sum-of-each.js';

const work = async (n: number) => {
  if (n < 0) throw new Error(`${n}`);
  return n;
};

it('adds up what the work answers', async () => {
  expect(await sumOfEach([1, 2, 3], work)).toBe(6);
});

it('goes on behind what fails and throws the first when all are done', async () => {
  const done: number[] = [];
  const noting = (n: number) => {
    done.push(n);
    return work(n);
  };
  await expect(sumOfEach([-1, 2, -3, 4], noting)).rejects.toThrow('-1');
  expect(done).toEqual([-1, 2, -3, 4]);
});

it('tells what fails beside what is done', async () => {
  const told: unknown[] = [];
  expect(await sumOfEach([-1, 2, -3], work, (error) => told.push(error))).toBe(2);
  expect(told).toEqual([new Error('-1'), new Error('-3')]);
});

it('throws where nothing was done, whoever is told', async () => {
  const told: unknown[] = [];
  await expect(sumOfEach([-1, 0], work, (error) => told.push(error))).rejects.toThrow('-1');
  expect(told).toEqual([]);
});
