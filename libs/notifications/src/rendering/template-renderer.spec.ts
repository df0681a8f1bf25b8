import { newId, type CompanyId } from '@quittance/kernel';
import { PoolFailure } from '@quittance/threads';
import type { JobTerms } from '@quittance/threads/host';
import { doRendering } from './do-rendering.js';
import {
  progressPlace,
  type CheckJob,
  type EmailToRender,
  type EmailRenderJob,
  type RenderOutcome,
} from './rendering-job.js';
import { RenderingShare, UNTRIED } from './rendering-share.js';
import { TemplateRenderer, type RenderingPool } from './template-renderer.js';

const COMPANY = newId<'company'>() as CompanyId;
/** A text that no thread of these tests survives. */
const STUCK = 'stuck';

/** Threads that do their jobs here, and are lost to what cannot be rendered in time. */
class Scripted extends TemplateRenderer {
  jobs: (EmailRenderJob | CheckJob)[] = [];
  terms: JobTerms[] = [];
  failure: PoolFailure | null = null;

  protected override openPool(): RenderingPool {
    return { run: (job, terms) => this.do(job, terms), close: () => Promise.resolve() };
  }

  private async do(job: EmailRenderJob | CheckJob, terms: JobTerms = {}) {
    this.jobs.push(job);
    this.terms.push(terms);
    if (this.failure) throw this.failure;
    const sources =
      job.kind === 'check'
        ? [job.texts.html]
        : job.emails.map(({ template }) => job.templates[template]?.html);
    const stuck = sources.indexOf(STUCK);
    if (stuck >= 0) throw new PoolFailure('late', progressPlace(stuck, 'html'));
    return doRendering(job, () => undefined);
  }
}

const GOOD = { subject: 'To {{ name }}', html: '<b>{{ name }}</b>', text: '{{ name }}' };
const email = (name: string, texts = GOOD): EmailToRender => {
  return { texts, data: JSON.stringify({ name }), locale: 'en' };
};
const stuck = (name: string) => email(name, { ...GOOD, html: STUCK });
const shown = (outcomes: readonly RenderOutcome[]) =>
  outcomes.map((each) => ('rendered' in each ? each.rendered.text : each));
const LOST = { broken: expect.stringContaining('too long'), certain: false, costly: true };

describe('a set of e-mails', () => {
  it('is told to one thread in one message, with each template once', async () => {
    const renderer = new Scripted();
    const names = Array.from({ length: 150 }, (_, i) => `n${i}`);
    const outcomes = await renderer.render(
      COMPANY,
      names.map((name) => email(name)),
    );
    expect(shown(outcomes)).toEqual(names);
    expect(renderer.jobs).toMatchObject([{ kind: 'render', templates: [GOOD] }]);
    expect(renderer.terms).toMatchObject([{ owner: COMPANY }]);
  });

  it('that is too large for one message is told in several', async () => {
    const renderer = new Scripted();
    const long = { ...GOOD, text: `${'x'.repeat(49_000)}{{ name }}` };
    const emails = Array.from({ length: 30 }, (_, i) => email(`${i}`, { ...long }));
    const outcomes = await renderer.render(COMPANY, emails);
    expect(outcomes.every((each) => 'rendered' in each)).toBe(true);
    expect(renderer.jobs.length).toBeGreaterThan(2);
  });

  it('whose answers would be too large for one message gets several', async () => {
    const renderer = new Scripted();
    const large = { ...GOOD, html: '{% for i in (1..9000) %}0123456789012345678{% endfor %}' };
    const emails = Array.from({ length: 12 }, (_, i) => email(`${i}`, large));
    expect(shown(await renderer.render(COMPANY, emails))).toEqual(emails.map((_, i) => String(i)));
    expect(renderer.jobs.length).toBe(2);
  });

  it('loses only the one that its thread was lost to', async () => {
    const renderer = new Scripted();
    const emails = [email('a'), email('b'), stuck('c'), email('d')];
    expect(shown(await renderer.render(COMPANY, emails))).toEqual(['a', 'b', LOST, 'd']);
  });

  it('tells what is wrong with one, which is certain', async () => {
    const renderer = new Scripted();
    const costly = { ...GOOD, html: '\n{% for i in (1..999999) %}{% endfor %}' };
    const [first, second] = await renderer.render(COMPANY, [email('a', costly), email('b')]);
    expect(first).toEqual({
      broken: expect.stringMatching(/^html: line 2, column 1: it costs more work/),
      certain: true,
      costly: true,
    });
    expect(second).toMatchObject({ rendered: { subject: 'To b' } });
  });

  it('of a template that costs too much whatever it is shown is not tried to its end', async () => {
    const renderer = new Scripted();
    const html = '{% if name != "x" %}{% for i in (1..999999) %}{% endfor %}{% endif %}';
    const some = Array.from({ length: 100 }, (_, i) => email(`${i}`, { ...GOOD, html }));
    const [texts] = some.map((each) => each.texts);
    const emails = some.map((each) => ({ ...each, texts: texts ?? GOOD }));
    const outcomes = await renderer.render(COMPANY, emails);
    expect(outcomes.filter((each) => 'broken' in each && each.certain)).toHaveLength(25);
    expect(outcomes.filter((each) => 'broken' in each)).toHaveLength(100);
    expect(renderer.jobs).toHaveLength(1);
  });

  it('with some that cost too much among them is rendered to its end', async () => {
    const renderer = new Scripted();
    const html = '{% if name == "x" %}{% for i in (1..999999) %}{% endfor %}{% endif %}';
    const texts = { ...GOOD, html };
    const emails = Array.from({ length: 50 }, (_, i) => email(i % 10 === 0 ? 'x' : `${i}`, texts));
    const outcomes = await renderer.render(COMPANY, emails);
    expect(outcomes.filter((each) => 'broken' in each && each.certain)).toHaveLength(5);
    expect(outcomes.filter((each) => 'rendered' in each)).toHaveLength(45);
  });

  it('waits for no template that has cost three threads', async () => {
    const renderer = new Scripted();
    const emails = Array.from({ length: 100 }, (_, i) => stuck(`${i}`));
    expect(await renderer.render(COMPANY, emails)).toEqual(emails.map(() => LOST));
    expect(renderer.jobs.length).toBe(3);
    const other = newId<'company'>() as CompanyId;
    await renderer.render(other, [stuck('x')]);
    expect(renderer.jobs.length).toBe(4);
  });
});

describe('e-mails that a request waits for', () => {
  const within = (renderer: Scripted, emails: readonly EmailToRender[]) =>
    renderer.renderWithin(new RenderingShare(), COMPANY, emails);
  const isUntried = (each: RenderOutcome) => each === UNTRIED;
  const loops = (times: string) =>
    `{% if name != "x" %}{% for i in (1..${times}) %}{% endfor %}{% endif %}`;
  const costly = { ...GOOD, html: loops('999999') };

  it('are all rendered where they are ordinary, thousands too', async () => {
    const emails = Array.from({ length: 2_000 }, (_, i) => email(`${i}`));
    const outcomes = await within(new Scripted(), emails);
    expect(shown(outcomes)).toEqual(emails.map((_, i) => String(i)));
  });

  it('are not tried once three of their template have cost too much, and others are', async () => {
    const renderer = new Scripted();
    const emails = Array.from({ length: 200 }, (_, i) =>
      i % 20 === 19 ? email('good') : email(`${i}`, { ...costly }),
    );
    const outcomes = await within(renderer, emails);
    expect(outcomes.filter((each) => 'broken' in each && each.costly)).toHaveLength(3);
    expect(outcomes.filter((each) => 'rendered' in each)).toHaveLength(10);
    expect(outcomes.filter(isUntried)).toHaveLength(187);
  });

  it('do not add up where each costs almost too much', async () => {
    const renderer = new Scripted();
    const texts = { ...GOOD, html: loops('40000') };
    const [alone] = await within(renderer, [email('a', texts)]);
    expect(alone).toHaveProperty('rendered');
    const emails = Array.from({ length: 300 }, (_, i) => email(`${i}`, texts));
    const outcomes = await within(renderer, emails);
    const rendered = outcomes.filter((each) => 'rendered' in each).length;
    expect(rendered).toBeGreaterThan(5);
    expect(outcomes.filter(isUntried)).toHaveLength(300 - rendered);
    expect(rendered).toBeLessThan(100);
  });

  it.each(['full', 'impatient', 'closed'] as const)(
    'are not tried when the pool is %s',
    async (reason) => {
      const renderer = Object.assign(new Scripted(), { failure: new PoolFailure(reason) });
      expect(await within(renderer, [email('a'), email('b')])).toEqual([UNTRIED, UNTRIED]);
      expect(renderer.jobs).toHaveLength(1);
    },
  );

  it('are not tried again after a thread was lost to one of them', async () => {
    const renderer = new Scripted();
    const outcomes = await within(renderer, [email('a'), stuck('b'), email('c')]);
    expect(outcomes).toEqual([UNTRIED, LOST, UNTRIED]);
    expect(renderer.jobs).toHaveLength(1);
  });

  it('wait for threads no longer than a second in all', async () => {
    let now = 0;
    const share = new RenderingShare(() => now);
    const renderer = new Scripted();
    for (const patienceMs of [1_000, 400]) {
      expect(share.patienceMs).toBe(patienceMs);
      const waited = share.startWaiting();
      now += 600;
      waited();
    }
    expect(await renderer.renderWithin(share, COMPANY, [email('a')])).toEqual([UNTRIED]);
    expect(renderer.jobs).toEqual([]);
  });
});

describe('a check', () => {
  const check = (renderer: Scripted, html: string) =>
    renderer.check(COMPANY, { ...email('a', { ...GOOD, html }), offered: ['name'] });

  it('names the text that its thread was lost to', async () => {
    expect(await check(new Scripted(), STUCK)).toMatchObject({
      faults: [{ pointer: '/html', code: 'too_costly' }],
    });
  });

  it.each(['full', 'impatient', 'closed'] as const)(
    'is put off when the pool is %s',
    async (reason) => {
      const renderer = new Scripted();
      renderer.failure = new PoolFailure(reason);
      await expect(check(renderer, 'x')).rejects.toMatchObject({
        code: 'template_rendering_busy',
        status: 503,
      });
      expect(await check(Object.assign(renderer, { failure: null }), 'x')).toMatchObject({
        rendered: { html: 'x' },
      });
    },
  );
});
