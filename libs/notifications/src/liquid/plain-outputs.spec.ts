import { Liquid, type Template } from 'liquidjs';
import { htmlEngine, textEngine } from './engine.js';
import { Meter } from './meter.js';
import { plainRendering } from './plain-outputs.js';

const DATA = {
  name: 'A & <B>',
  key: 1,
  price: '1234.5',
  day: '2026-03-01',
  list: [{ n: 2 }, { n: 1 }],
  record: { key: 'v' },
};

const PLAIN: readonly (readonly [source: string, text: string])[] = [
  ['{{ name }}', 'A & <B>'],
  ['{{ name | upcase | append: key }}', 'A & <B>1'],
  ['{{ list.first.n }}{{ list.size }}{{ list[1].n }}', '221'],
  ["{{ record['key'] }}{{ record.other.more }}", 'v'],
  ["{{ price | money: 'EUR' }} {{ day | long_date }}", '€1,234.5 1 March 2026'],
  ["{{ 'a' }}{{ 5 }}{{ nil }}{{ true }}{{ empty }}", 'a5true'],
  ['{% for each in list %}{{ forloop.index }}:{{ each.n }} {% endfor %}', '1:2 2:1 '],
];

function rendered(source: string): string {
  return textEngine.render(source, DATA, { locale: 'en', meter: new Meter() });
}

it.each([
  ['en', '1 March 2026'],
  ['en-US', 'March 1, 2026'],
  ['fr', '1er mars 2026'],
])('a date is written as it is in %s', (locale, day) => {
  const terms = { locale, meter: new Meter() };
  expect(textEngine.render('{{ day | long_date }}', DATA, terms)).toBe(day);
});

describe('what is put out by its name', () => {
  it.each(PLAIN)('%s', (source, text) => {
    expect(rendered(source)).toBe(text);
  });

  it('is escaped in HTML', () => {
    const terms = { locale: 'en', meter: new Meter() };
    expect(htmlEngine.render('{{ name }}', DATA, terms)).toBe('A &amp; &lt;B&gt;');
  });

  it('says where it failed, as any other part does', () => {
    expect(() => rendered("one\n{{ '%' | url_decode }}")).toThrow('URI malformed, line:2, col:1');
  });

  it('is taken for what it is', () => {
    const partOf = (source: string) => new Liquid().parse(source)[0] as Template;
    const isPlain = (source: string) => plainRendering(partOf(source)) !== undefined;
    const plain = ['{{ a }}', '{{ a.b[0] | round: c.d }}', "{{ 'a' | append: 'b' }}"];
    expect(plain.filter(isPlain)).toEqual(plain);
    const others = ['{{ a == b }}', '{{ a[b] }}', '{{ (1..3) }}', '{{ a | default: b: c }}', 'a'];
    expect(others.filter(isPlain)).toEqual([]);
  });
});
