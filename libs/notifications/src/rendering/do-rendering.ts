import { Meter, isTooCostly } from '../liquid/meter.js';
import type { EmailData } from '../templates/email-template.js';
import { checkTemplate, faultOf } from './check-template.js';
import { renderTemplate, type RenderWatch } from './render-template.js';
import {
  COSTLY_IN_A_ROW,
  excessOf,
  progressPlace,
  type CheckAnswer,
  type CheckJob,
  type RenderAnswer,
  type EmailRenderJob,
  type RenderOutcome,
  type TextPart,
} from './rendering-job.js';

/** Characters of one answer: whoever gets it has other things to do than to unpack it. */
const MOST_ANSWERED = 1_000_000;

/** Does a job as its thread does it. @param report told where it is */
export function doRendering(
  job: EmailRenderJob | CheckJob,
  report: (place: number) => void,
): RenderAnswer | CheckAnswer {
  if (job.kind === 'check') return checkTemplate(job, (part) => report(progressPlace(0, part)));
  const outcomes: RenderOutcome[] = [];
  let characters = 0;
  let costly = 0;
  let excess = 0;
  // Whoever has to do with a share decides after each that cost too much whether to go on.
  const { work, mostCostly } =
    job.work === undefined
      ? { work: Infinity, mostCostly: COSTLY_IN_A_ROW }
      : { work: job.work, mostCostly: 1 };
  for (const [i, email] of job.emails.entries()) {
    const meter = new Meter();
    const onPart = (part: TextPart) => report(progressPlace(i, part));
    const outcome = renderOne(job, email, { onPart, meter });
    excess += excessOf(meter.total);
    outcomes.push(outcome);
    if ('rendered' in outcome) characters += lengthOf(outcome.rendered);
    costly = 'broken' in outcome && outcome.costly ? costly + 1 : 0;
    if (characters >= MOST_ANSWERED || costly >= mostCostly || excess >= work) break;
  }
  return { outcomes, excess };
}

function renderOne(
  { templates }: EmailRenderJob,
  { template, data, locale }: EmailRenderJob['emails'][number],
  { onPart, meter }: Required<RenderWatch>,
): RenderOutcome {
  const texts = templates[template];
  if (!texts) throw new Error('An e-mail names a template that its job does not have');
  let at: TextPart = 'subject';
  const note = (part: TextPart) => {
    at = part;
    onPart(part);
  };
  try {
    const shown = JSON.parse(data) as EmailData;
    return { rendered: renderTemplate(texts, shown, locale, { onPart: note, meter }) };
  } catch (error) {
    const { message } = faultOf(at, error as Error);
    return { broken: `${at}: ${message}`, certain: true, costly: isTooCostly(error) };
  }
}

function lengthOf({ subject, html, text }: { subject: string; html: string; text: string }) {
  return subject.length + html.length + text.length;
}
