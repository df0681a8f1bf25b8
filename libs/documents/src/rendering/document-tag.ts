import { createHash } from 'node:crypto';
import type { RenderJob } from './render-job.js';

/** Raised when the same document is painted differently, so that nobody keeps the old picture. */
const PAINTED_AS = 6;

/** A strong `ETag`: the same document in the same format is the same bytes. */
export function documentTag(job: RenderJob): string {
  const { format, document } = job;
  const profile = ('profile' in job && job.profile) || null;
  const text = JSON.stringify([PAINTED_AS, format, profile, document], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}
