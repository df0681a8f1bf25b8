const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is text wherever it stands; what would turn its direction is dropped. */
export const e = (said: string | null | undefined) =>
  (said ?? '').replace(/[\u202a-\u202e]/g, '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** Names and numbers keep the direction of their own letters. */
export const own = (said: string) => `<bdi>${e(said)}</bdi>`;

/** An amount at the end of its line. */
export const ltr = (said: string) => `<span class="amount"><bdi dir="ltr">${e(said)}</bdi></span>`;

/** What somebody wrote, in its own lines. */
export function text(of: string | null): string {
  return of ? `<p class="text" dir="auto">${e(of)}</p>` : '';
}
