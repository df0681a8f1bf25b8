import type { CompanyObject } from '@quittance/metadata';
import type { Field, FieldValue, FieldValues } from '@quittance/fields';
import { normalText, type WorkBudget } from '@quittance/work';
import { createHash } from 'node:crypto';
import type { MatchedField, Rule } from '../rules/rule.js';

/** Legal forms behind the names of companies, without their points. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  (
    'ab ag as asa aps bhd bv co company corp corporation cv doo ev eurl gbr gmbh inc ' +
    'incorporated kft kg kgaa kk limited llc llp lp ltd ltda mbh nv ohg oy oyj plc pllc ' +
    'private pte pty pvt sa sarl sas sasu sdn se sl slu sp spa spolka srl sro ug und zoo'
  ).split(' '),
);

const SPACES = /\s+/gu;
const NO_DIGIT = /\D+/g;
const POINTS = /[.'’`]+/gu;
const NO_WORD = /[^\p{L}\p{N}]+/gu;

/** What a character costs to be normalised, in characters gone through. */
const NORMAL_WORK = 10;

/** Case, width and white space do not matter. */
function plain(text: string): string {
  // Some small letters come apart into signs that belong together again.
  const small = normalText(normalText(text, 'NFKC').toLowerCase(), 'NFKC');
  return small.replace(SPACES, ' ').trim();
}

/** `Müller & Söhne GmbH & Co. KG` → `müller söhne`. A name that is a legal form alone stays. */
export function companyName(text: string): string {
  const words = plain(text).replace(POINTS, '').replace(NO_WORD, ' ').trim().split(' ');
  let end = words.length;
  while (end > 1 && LEGAL_FORMS.has(words[end - 1] ?? '')) end -= 1;
  return words.slice(0, end).join(' ');
}

function normalised({ type }: Field, text: string): string {
  if (type === 'phone') return text.replace(NO_DIGIT, '');
  return plain(text);
}

/** What of a value has to be equal; null where there is none. */
export function matchedPart(
  field: Field,
  match: MatchedField['match'],
  value: FieldValue | undefined,
): string | null {
  if (value === null || value === undefined || typeof value === 'object') return null;
  const text = String(value);
  if (match === 'exact') return text === '' ? null : text;
  return (match === 'company' ? companyName(text) : normalised(field, text)) || null;
}

/** What rules have to be told of one record after the other, and what it cost. */
export interface KeyTerms {
  /** Pays for the characters that are normalised and hashed. */
  readonly work?: WorkBudget | undefined;
  /** Parts of one record by field and match: many rules ask for the same. */
  readonly parts?: Map<string, string | null>;
}

/**
 * The key that a record shares with those it is the same as; null where one of the fields is empty.
 */
export function duplicateKey(
  object: CompanyObject,
  { definition }: Pick<Rule<'duplicate'>, 'definition'>,
  record: FieldValues,
  { work, parts: known = new Map() }: KeyTerms = {},
): string | null {
  const parts: string[] = [];
  for (const { field: name, match } of definition.fields) {
    const field = object.fields.get(name);
    const asked = `${match} ${name}`;
    let part = known.get(asked);
    if (part === undefined) {
      part = field ? matchedPart(field, match, record[name]) : null;
      work?.spend(NORMAL_WORK * (part?.length ?? 0));
      known.set(asked, part);
    }
    if (part === null) return null;
    work?.spend(part.length);
    parts.push(part);
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
