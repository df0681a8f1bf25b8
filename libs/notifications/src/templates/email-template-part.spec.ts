import { newId, type CompanyId, type Ctx } from '@quittance/kernel';
import { MOST_WORK } from '../liquid/meter.js';
import { doRendering } from '../rendering/do-rendering.js';
import type { CheckAnswer, CheckJob, EmailRenderJob } from '../rendering/rendering-job.js';
import { MOST_EXCESS } from '../rendering/rendering-share.js';
import { TemplateRenderer, type RenderingPool } from '../rendering/template-renderer.js';
import { EMAIL_TEMPLATE_CODES } from './catalogue.js';
import { emailTemplatePart } from './email-template-part.js';
import { TemplateUsage } from './template-usage.js';

/** Checks here what threads would, and adds up what it took. */
class Counted extends TemplateRenderer {
  readonly works: number[] = [];

  protected override openPool(): RenderingPool {
    return { run: (job) => Promise.resolve(this.checkHere(job)), close: () => Promise.resolve() };
  }

  private checkHere(job: EmailRenderJob | CheckJob): CheckAnswer {
    const answer = doRendering(job, () => undefined) as CheckAnswer;
    this.works.push(answer.work);
    return answer;
  }
}

const CTX = { companyId: newId<'company'>() as CompanyId } as Ctx;

/** What is wrong with each of ten templates of one set-up, and what it took to find out. */
async function examined(html: string) {
  const renderer = new Counted();
  const items = EMAIL_TEMPLATE_CODES.map((code) => {
    return { code, subject: 'Hello', html, text: 'Hello', language: null, active: true };
  });
  const found = await emailTemplatePart(renderer, new TemplateUsage()).examine?.(CTX, items);
  const codes = items.map((item) => found?.get(item)?.map(({ code }) => code));
  const work = renderer.works.reduce((sum, each) => sum + each, 0);
  return { codes, works: renderer.works, work };
}

test('templates that each take nearly all they may are checked to a request’s share', async () => {
  const { codes, works, work } = await examined(
    `{% assign a = 'x' %}{% for i in (1..22000) %}{{ a }}{% endfor %}`,
  );
  for (const each of works) expect(each).toBeGreaterThan(MOST_WORK / 2);
  expect(work).toBeLessThan(MOST_EXCESS + 2 * MOST_WORK);
  expect(codes.filter((each) => each?.length === 0)).toHaveLength(works.length);
  expect(codes.slice(works.length)).toEqual(
    Array(codes.length - works.length).fill(['request_too_costly']),
  );
  expect(codes.at(-1)).toEqual(['request_too_costly']);
});

test('to read a text is work too', async () => {
  const tags = '{{ company.name }}'.repeat(1_000);
  const { work } = await examined(`{% if false %}${tags}{% endif %}`);
  expect(work).toBeGreaterThan(10 * 1_000_000);
});

test('letters of the largest size are all checked', async () => {
  const paragraph = `<p style="margin: 0 0 12px">${'word '.repeat(200)}{{ company.name }}</p>\n`;
  const { codes } = await examined(paragraph.repeat(Math.floor(100_000 / paragraph.length)));
  expect(codes).toEqual(codes.map(() => []));
});
