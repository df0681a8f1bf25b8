import { watchFailpoints } from './failpoint.js';
import { Outside, outside } from './outside.js';

abstract class Post extends Outside {
  abstract carry(letter: string): Promise<string>;
  abstract readonly domain: string;
}

class Pigeon extends Post {
  readonly domain: string;

  constructor(private readonly home: string) {
    super();
    this.domain = home;
  }

  async carry(letter: string): Promise<string> {
    return this.stamped(letter);
  }

  seal(): string {
    return `sealed in ${this.home}`;
  }

  private async stamped(letter: string): Promise<string> {
    return `${letter} of ${this.home}`;
  }
}

let passed: string[];
beforeEach(() => {
  passed = [];
  watchFailpoints((name) => void passed.push(name));
});
afterEach(() => watchFailpoints(undefined));

test('a call of somebody outside has a border before and one behind it', async () => {
  const pigeon = new Pigeon('Aachen');
  expect(await pigeon.carry('news')).toBe('news of Aachen');
  expect(passed).toEqual(['Post.carry.asked', 'Post.carry.answered']);
});

test('what asks nobody is as it was', () => {
  const pigeon = new Pigeon('Aachen');
  expect([pigeon.seal(), pigeon.domain]).toEqual(['sealed in Aachen', 'Aachen']);
  expect(pigeon).toBeInstanceOf(Post);
  expect(passed).toEqual([]);
});

test('what fails at the first border asks nobody, what fails at the second asked', async () => {
  const asked: string[] = [];
  const adapter = outside('Port', {
    async ask(what: string) {
      asked.push(what);
    },
  });
  const dieAt = (border: string) =>
    watchFailpoints((name) => {
      if (name === border) throw new Error('died');
    });
  dieAt('Port.ask.asked');
  await expect(adapter.ask('one')).rejects.toThrow('died');
  expect(asked).toEqual([]);
  dieAt('Port.ask.answered');
  await expect(adapter.ask('two')).rejects.toThrow('died');
  expect(asked).toEqual(['two']);
});
