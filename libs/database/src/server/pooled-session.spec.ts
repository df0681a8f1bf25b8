import { commandsOf } from '../../../../test/support/guide';
import { ON_CLUSTER } from './cluster-session';
import { OF_SESSION } from './data-source';

/** `name=value` of each statement of the guide that alters a login. */
const setOf = (fence: string): string[] =>
  [...commandsOf('scaling.md', 'A pooler', fence).matchAll(/ set (\S+) = '?([^';]+)'?;/g)].map(
    ([, name, value]) => `-c ${name}=${value}`,
  );

test('a login behind a pooler is told to bring what sessions set for themselves', () => {
  expect(setOf('sql pooler').sort()).toEqual([...OF_SESSION].sort());
  expect(setOf('sql pooler-cluster').sort()).toEqual([...ON_CLUSTER].sort());
});
