import { invalidField, type Ctx, type DomainError, type FieldError } from '@quittance/kernel';
import { previewChanged } from '../billing.errors.js';
import type { RunScope } from '../run/billing-run.js';
import { CarriedOut } from './carried-out.js';
import { previewRows, type PreviewTools } from './preview-rows.js';
import { PreviewSketch, type SketchDifference } from './preview-sketch.js';
import { decodeToken, type PreviewToken } from './preview-token.js';
import { previewFingerprint } from './preview.view.js';

/** @throws DomainError validation_failed when the text is no token */
export function readToken(text: string): PreviewToken {
  const token = decodeToken(text);
  if (token) return token;
  throw invalidField('/previewToken', 'preview_token', 'This is no token of a preview.');
}

/** The sketch of what a run of this scope would make at this instant; null of too much. */
async function sketchDue(
  ctx: Ctx,
  tools: PreviewTools,
  scope: RunScope,
): Promise<PreviewSketch | null> {
  const sketch = PreviewSketch.empty();
  const carried = new CarriedOut();
  for await (const { shown } of previewRows(ctx, tools, scope, carried)) {
    sketch.add(previewFingerprint(shown));
  }
  return carried.leftOut === 0 ? sketch : null;
}

/**
 * Compares what would be billed now with what a preview showed.
 * @throws DomainError preview_changed, which names the schedules
 */
export async function checkPreview(
  ctx: Ctx,
  tools: PreviewTools,
  { asOf, catchUp, sketch }: PreviewToken,
): Promise<void> {
  const now = await sketchDue(ctx, tools, { asOf, catchUp, scheduleIds: null });
  if (now === null) throw changed([], false);
  if (sketch.equals(now)) return;
  const { differences, complete } = sketch.differences(now);
  throw changed(differences, complete);
}

const WORDS: Record<SketchDifference['kind'], string> = {
  added: 'was not due in the preview',
  gone: 'is no longer due',
  changed: 'would be billed otherwise',
};

function changed(differences: readonly SketchDifference[], complete: boolean): DomainError {
  const errors: FieldError[] = differences.map(({ id, kind }) => ({
    pointer: '/previewToken',
    code: `schedule_${kind}`,
    message: `The schedule ${id} ${WORDS[kind]}.`,
  }));
  const count = differences.length;
  const what = complete
    ? `${count} ${count === 1 ? 'schedule' : 'schedules'} ` +
      `(${differences.map(({ id }) => id).join(', ')})`
    : 'more schedules than can be named';
  return previewChanged({ what }, { errors });
}
