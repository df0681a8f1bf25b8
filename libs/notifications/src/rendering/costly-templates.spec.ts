import { CostlyTemplates } from './costly-templates.js';

const texts = (html: string) => ({ subject: '', html, text: '' });

it('leaves a template alone that has cost three threads, for a minute', () => {
  let now = 0;
  const costly = new CostlyTemplates(() => now);
  const isAlone = () => costly.isLeftAlone('a', texts('x'));
  for (const after of [false, false, true]) {
    costly.note('a', texts('x'), 'lost');
    expect(isAlone()).toBe(after);
  }
  expect(costly.isLeftAlone('a', texts('y'))).toBe(false);
  expect(costly.isLeftAlone('b', texts('x'))).toBe(false);
  now = 60_001;
  expect(isAlone()).toBe(false);
});

it('leaves one alone whose e-mails cost too much 25 times in a row, however they come', () => {
  const costly = new CostlyTemplates(() => 0);
  const note = (outcome: 'costly' | 'fine', times: number) => {
    for (let i = 0; i < times; i += 1) costly.note('a', texts('x'), outcome);
    return costly.isLeftAlone('a', texts('x'));
  };
  expect(note('costly', 24)).toBe(false);
  expect(note('fine', 1)).toBe(false);
  expect(note('costly', 24)).toBe(false);
  expect(note('costly', 1)).toBe(true);
});
