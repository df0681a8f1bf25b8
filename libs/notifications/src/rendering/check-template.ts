import type { VariableLocation } from 'liquidjs';
import type { FieldError } from '@quittance/kernel';
import type { Engine } from '../liquid/engine.js';
import { Meter, isTooCostly } from '../liquid/meter.js';
import type { EmailData } from '../templates/email-template.js';
import { ENGINES, renderTemplate } from './render-template.js';
import { withLink } from './marked-email.js';
import { LINK_MARK, misplacementFaults, secretTextFaults } from './secret-texts.js';
import { TEXT_PARTS, type CheckAnswer, type CheckJob, type TextPart } from './rendering-job.js';

/** A text full of faults is told of the first. */
const MOST_FAULTS = 20;
/**
 * What it costs to read a text, in the units of the meter: of a character, and of what stands in
 * braces.
 */
const CHARACTER = 20;
const TAG = 1_000;
const BRACES = /\{[{%]/g;

/**
 * What is wrong with texts that cannot be parsed, name a variable that is not offered, or cannot be
 * shown with this data, with the line and column of each fault; else the e-mail that they give:
 * what is saved must not fail when it is sent.
 */
export function checkTemplate(
  { texts, data, locale, offered, members = {}, secret = false }: CheckJob,
  onPart: (part: TextPart) => void = () => undefined,
): CheckAnswer {
  const faults: FieldError[] = [];
  let reading = 0;
  for (const part of TEXT_PARTS) {
    onPart(part);
    reading += readingWork(texts[part]);
    const found = parsingFaults(part, { source: texts[part], offered, members });
    faults.push(...found.slice(0, MOST_FAULTS));
  }
  if (faults.length === 0 && secret) faults.push(...secretTextFaults(texts).slice(0, MOST_FAULTS));
  if (faults.length > 0) return { faults, work: reading };
  const meter = new Meter();
  let at: TextPart = 'subject';
  const note = (part: TextPart) => {
    at = part;
    onPart(part);
  };
  try {
    const shown = JSON.parse(data) as EmailData;
    const filling = secret ? { ...shown, link: LINK_MARK } : shown;
    const made = renderTemplate(texts, filling, locale, { onPart: note, meter });
    const misplaced = secret ? misplacementFaults(made, LINK_MARK) : [];
    if (misplaced.length > 0) return { faults: misplaced, work: reading + meter.total };
    const marked = { rendered: made, mark: LINK_MARK };
    const rendered = secret ? withLink(marked, String(shown['link'])) : made;
    return { rendered, work: reading + meter.total };
  } catch (error) {
    return { faults: [faultOf(at, error as Error)], work: reading + meter.total };
  }
}

function readingWork(source: string): number {
  return source.length * CHARACTER + (source.match(BRACES)?.length ?? 0) * TAG;
}

/** A text and what it may name. */
interface Named extends Required<Pick<CheckJob, 'offered' | 'members'>> {
  readonly source: string;
}

function parsingFaults(part: TextPart, named: Named): FieldError[] {
  try {
    return unknownVariables(part, ENGINES[part], named);
  } catch (error) {
    return [faultOf(part, error as Error)];
  }
}

function unknownVariables(
  part: TextPart,
  engine: Engine,
  { source, offered, members }: Named,
): FieldError[] {
  const { globals } = engine.liquid.analyzeSync(engine.parse(source));
  const fault = (name: string, { row, col }: VariableLocation, known: readonly string[]) => ({
    pointer: `/${part}`,
    code: 'unknown_variable',
    message: `line ${row}, column ${col}: ${name.slice(0, 100)} is none of ${known.join(', ')}`,
  });
  return Object.entries(globals).flatMap(([name, uses]) => {
    if (!offered.includes(name)) {
      return uses.slice(0, MOST_FAULTS).map(({ location }) => fault(name, location, offered));
    }
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    return (known ? uses : []).flatMap(({ segments: [, member], location }) =>
      typeof member !== 'string' || known?.includes(member)
        ? []
        : [fault(`${name}.${member}`, location, known?.map((each) => `${name}.${each}`) ?? [])],
    );
  });
}

/** Liquid puts the place behind the reason: `tag "x" not found, line:1, col:4`. */
const PLACED = /^(.*), (?:file:[^,]*, )?line:(\d+), col:(\d+)$/s;
const LONGEST_REASON = 300;

/** The fault that an error of the rendering tells of. */
export function faultOf(part: TextPart, error: Error): FieldError {
  const head = error.message.split('\n', 1)[0]?.slice(-2 * LONGEST_REASON) ?? '';
  const [, reason = head, row, col] = PLACED.exec(head) ?? [];
  const said = reason.slice(0, LONGEST_REASON);
  return {
    pointer: `/${part}`,
    code: isTooCostly(error) ? 'too_costly' : 'liquid',
    message: row ? `line ${row}, column ${col}: ${said}` : said,
  };
}
