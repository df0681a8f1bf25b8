import { shortestRun } from '../../../../test/support/loop-lag.js';
import {
  hostileTemplates,
  randomHostile,
  type HostileTemplate,
} from '../testing/hostile-templates';
import { checkTemplate } from './check-template';

/** Milliseconds of the processor that the rendering of a text may take at its quickest. */
const MOST_MS = 500;
const RANDOM = 15;

/** Milliseconds of processor time that it takes until the text is shown or refused. */
function costOf({ source }: HostileTemplate): { readonly ms: number; readonly said: string } {
  const texts = { subject: '-', html: source, text: '-' };
  const offered = ['company', 'account', 'invoice', 'a', 'b', 'c', 'q', 'i'];
  const data = JSON.stringify({ company: { name: 'Acme' }, account: { name: 'Acme' } });
  const check = () => checkTemplate({ kind: 'check', texts, data, locale: 'en', offered });
  const { value: answer, ms } = shortestRun(check, MOST_MS);
  const said = 'faults' in answer ? (answer.faults[0]?.code ?? '') : 'shown';
  return { ms, said };
}

/** Numbers that are the same for a seed, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a template that does as much as it can', () => {
  it('is shown or refused before it has cost much, whatever it does', () => {
    const results = hostileTemplates().map((each) => ({ name: each.name, ...costOf(each) }));
    expect(results.filter(({ ms }) => ms > MOST_MS)).toEqual([]);
    const costly = results.filter(({ said }) => said === 'too_costly');
    expect(costly.length).toBeGreaterThan(results.length / 2);
  });

  it('is, however its parts are put together', () => {
    const next = numbers(7);
    const tried = Array.from({ length: RANDOM }, () => randomHostile(next));
    const results = tried.map((each) => ({ name: each.name, ...costOf(each) }));
    expect(results.filter(({ ms }) => ms > MOST_MS)).toEqual([]);
  });

  it('is refused again where it was refused, and shown where it was shown', () => {
    for (const each of hostileTemplates([8]).slice(-8)) {
      expect(`${each.name}: ${costOf(each).said}`).toBe(`${each.name}: ${costOf(each).said}`);
    }
  });
});

it('an ordinary template is far from what it may cost', () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ number: `INV-${i}`, due: '2026-03-01' }));
  const html = `<table>{% for row in invoice.rows %}<tr><td>{{ row.number | escape }}</td>
    <td>{{ row.due | long_date }}</td><td>{{ '1190.00' | money: 'EUR' }}</td></tr>{% endfor %}
    </table>`;
  const texts = { subject: '{{ account.name }}', html, text: html };
  const data = JSON.stringify({ account: { name: 'Acme' }, invoice: { rows } });
  const offered = ['account', 'invoice'];
  const answer = checkTemplate({ kind: 'check', texts, data, locale: 'de', offered });
  expect(answer).toMatchObject({ rendered: { html: expect.stringContaining('INV-499') } });
});
