/** A text that does as much as it can with little to say. */
export interface HostileTemplate {
  readonly name: string;
  readonly source: string;
}

/** Where the sizes of the three texts of a template end. */
export const LONGEST_HTML = 100_000;

/** A variable that is doubled so often: ten characters become ten thousand with ten. */
const doubled = (name: string, times: number, seed = 'x') =>
  `{% assign ${name} = '${seed.repeat(10)}' %}` +
  `{% assign ${name} = ${name} | append: ${name} %}`.repeat(times);

/** A list whose elements are a list of lists: each level stands twice in the next. */
const tangled = (levels: number) =>
  `{% assign l = 'a,b' | split: ',' %}${'{% assign l = l | push: l %}'.repeat(levels)}`;

const listed = (times: number) => `${doubled('s', times, 'a,')}{% assign l = s | split: ',' %}`;

const looped = (body: string, rounds = 100_000) =>
  `{% for i in (1..${rounds}) %}${body}{% endfor %}`;

/** As much of it as a text may be long. */
const filled = (head: string, part: string, tail: string, most = LONGEST_HTML - 200) =>
  head + part.repeat(Math.floor((most - head.length - tail.length) / part.length)) + tail;

/** A long text, and one that is almost in it everywhere. */
const haystack = (size: number) =>
  `${doubled('a', size)}${doubled('c', size - 3)}{% assign b = c | append: 'y' | append: c %}`;

/** Tags and outputs as the body of a loop, by what they make expensive. */
const BODIES: Readonly<Record<string, string>> = {
  'contains in a text': '{% if a contains b %}{% endif %}',
  'contains in a list': '{% if l contains b %}{% endif %}',
  'comparison of texts': '{% if a == c %}{% endif %}{% if a < b %}{% endif %}',
  'comparison of lists': '{% if l == l %}{% endif %}{% if l < l %}{% endif %}',
  'case and when': '{% case a %}{% when c, b %}{% when l %}{% endcase %}',
  'split by a long text': '{% assign z = a | split: b %}',
  'split into letters': "{% assign z = a | split: '' %}",
  'replace of a long text': "{% assign z = a | replace: b, 'q' %}",
  'replace of every letter': "{% assign z = a | replace: 'x', 'yy' %}",
  'remove of a long text': '{% assign z = a | remove_last: b | remove_first: b %}',
  sort: '{% assign z = l | sort | reverse | sort_natural %}',
  uniq: '{% assign z = l | concat: l | uniq | compact %}',
  join: '{% assign z = l | join: b | size %}',
  'map and where': "{% assign z = l | map: 'a.b.c' | where: 'a', 'b' %}",
  'group_by and find': "{% assign z = l | group_by: 'a' %}{% assign y = l | find: 'a', 'b' %}",
  'a slice of a list': '{% for x in l offset:1 limit:1 reversed %}{% endfor %}',
  tablerow: '{% tablerow x in l cols:1 %}{{ x }}{% endtablerow %}',
  cycle: '{% cycle a: l, b %}',
  escaping: "{{ a | replace: 'x', '<' | escape_once }}{{ b }}",
  'letters of words': '{{ a | slugify: "latin" | number_of_words: "cjk" }}',
  'words cut': '{{ a | truncatewords: 3 | squish | strip_html }}',
  json: '{{ l | json | size }}{{ l | inspect | size }}',
  dates: `{{ 'now' | date: '${'%A%c%x'.repeat(20)}', 'Europe/Berlin' }}`,
  'padded dates': "{{ 'now' | date: '%90000d' }}",
  money: '{{ i | money: "EUR" }}{{ i | times: 1.01 | money: "USD" }}',
  capture: '{% capture z %}{{ a }}{{ b }}{% endcapture %}{{ z | size }}',
  'an inner loop': '{% for j in (1..1000) %}{{ j }}{% endfor %}',
  'a name made of a list': '{{ company[l] }}',
};

/** Texts that are expensive without a loop around them, at the size that a text may have. */
const WHOLE: readonly HostileTemplate[] = [
  { name: 'outputs only', source: filled('', '{{company}}', '') },
  { name: 'tags only', source: filled('', '{%if company%}{%endif%}', '') },
  { name: 'branches', source: looped(filled('{% if false %}', '{%elsif q%}', '{% endif %}')) },
  { name: 'choices', source: looped(filled('{% case 1 %}{% when 2', ',2', '%}{% endcase %}')) },
  { name: 'a long name', source: looped(filled('{{ company', '.a', ' }}')) },
  { name: 'names in brackets', source: looped(filled('{{ company', '[a]', ' }}')) },
  { name: 'nested brackets', source: filled('{{ ', 'company[', ' }}') },
  { name: 'nested parentheses', source: filled('{{ ', '(', ' }}') },
  { name: 'filters', source: looped(filled('{{ i', '|abs', ' }}')) },
  { name: 'operators', source: looped(filled('{% if q', ' or q', ' %}{% endif %}')) },
  { name: 'comparisons', source: looped(filled('{% if q', '==1', ' %}{% endif %}')) },
  { name: 'nested blocks', source: filled('', '{%if true%}', '') },
  { name: 'nested lines', source: filled('{% ', 'liquid ', ' %}') },
  { name: 'white space', source: filled('', `{%- assign a = 1 -%}${' '.repeat(1000)}`, '') },
  { name: 'one long tag', source: filled('{{ ', ' ', '') },
  { name: 'quotes', source: filled('', `{{ "'`, '') },
  { name: 'raw', source: filled('{% raw %}', '{% endra %}', '') },
  { name: 'lines', source: filled('', '\n', '{{ nobody }}') },
  { name: 'unknown names', source: filled('', '\n{{a}}', '') },
  { name: 'empty rounds', source: looped('', 9_000_000) },
  { name: 'backward ranges', source: `${looped('', -9_000_000_000)}${looped('', 90_000_000)}` },
  { name: 'doubling', source: doubled('a', 60) },
  { name: 'doubling by capture', source: '{% capture a %}{{a}}{{a}}x{% endcapture %}'.repeat(60) },
  { name: 'much plain text', source: looped('y'.repeat(90_000)) },
  ...[
    '{{ l | join }}',
    '{{ l }}',
    '{% cycle l: 1 %}',
    '{{ company[l] }}',
    '{% if l == l %}{% endif %}',
  ].map((last) => ({ name: `tangled lists in ${last}`, source: `${tangled(60)}${last}` })),
];

/** What is known to be expensive, each at sizes where it hurts. */
export function hostileTemplates(sizes: readonly number[] = [7, 13]): HostileTemplate[] {
  const loops = Object.entries(BODIES).flatMap(([name, body]) =>
    sizes.map((size) => ({
      name: `${name}, doubled ${size} times`,
      source: haystack(size) + listed(Math.max(size - 5, 3)) + looped(body),
    })),
  );
  return [...WHOLE, ...loops];
}

/**
 * Made of two or three bodies in loops within loops, at any sizes. @param next from 0 to below 1
 */
export function randomHostile(next: () => number): HostileTemplate {
  const among = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const size = 4 + Math.floor(next() * 14);
  const bodies = Array.from({ length: 2 + Math.floor(next() * 2) }, () =>
    among(Object.keys(BODIES)),
  );
  const inner = bodies.map((name) => BODIES[name]).join('');
  const rounds = among([10, 1000, 100_000]);
  const body = next() < 0.5 ? inner : looped(inner, rounds);
  const source = haystack(size) + listed(4 + Math.floor(next() * 10)) + looped(body, rounds);
  return { name: `${bodies.join(' + ')}, ${size}, ${rounds}`, source };
}
