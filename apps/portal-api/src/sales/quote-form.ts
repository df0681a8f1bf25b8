import type { FieldError } from '@quittance/kernel';
import type { DecideByLink, QuoteLineId } from '@quittance/sales/host';
import { isEmail } from 'class-validator';

/** The letters that each field of the forms takes. */
export const MOST = {
  name: 200,
  email: 200,
  poNumber: 100,
  signature: 200,
  message: 5000,
  reason: 2000,
} as const;
type Field = keyof typeof MOST;

/** The text of a field, without the blanks around. */
export const typedText = (form: URLSearchParams, name: string): string =>
  (form.get(name) ?? '').trim();

/** All that is wrong with what was typed, told at once: nothing is cut off in silence. */
export function formFaults(form: URLSearchParams): readonly FieldError[] {
  const faults: FieldError[] = [];
  for (const [name, most] of Object.entries(MOST)) {
    const text = typedText(form, name);
    const message = `must be text of at most ${most} characters`;
    if (text.length > most) faults.push({ pointer: `/${name}`, code: 'max_length', message });
    else if (text.includes('\0')) faults.push({ pointer: `/${name}`, code: 'pattern', message });
  }
  const isTold = (name: Field) => faults.some(({ pointer }) => pointer === `/${name}`);
  if (form.get('action') !== 'accept') return faults;
  if (typedText(form, 'name') === '') {
    faults.push({ pointer: '/name', code: 'required', message: 'is required' });
  }
  if (!isTold('email') && !isEmail(typedText(form, 'email'))) {
    faults.push({ pointer: '/email', code: 'email', message: 'must be an e-mail address' });
  }
  return faults;
}

/** What of an acceptance is missing that its quote asks for. */
export function signatureFaults(
  form: URLSearchParams,
  { signatureRequired }: { readonly signatureRequired: boolean },
): readonly FieldError[] {
  const lacks = signatureRequired && typedText(form, 'signature') === '';
  if (!lacks || form.get('action') !== 'accept') return [];
  return [{ pointer: '/signature', code: 'required', message: 'is required' }];
}

/** What the form of an acceptance says. */
export function acceptanceOf(form: URLSearchParams): Parameters<DecideByLink['accept']>[1] {
  const selections = form.getAll('select').map((lineId) => {
    const quantity = typedText(form, `quantity:${lineId}`);
    return { lineId: lineId as QuoteLineId, ...(quantity && { quantity }) };
  });
  return {
    name: typedText(form, 'name'),
    email: typedText(form, 'email'),
    poNumber: typedText(form, 'poNumber') || null,
    signature: typedText(form, 'signature') || null,
    contentHash: typedText(form, 'contentHash'),
    selections,
  };
}
