const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is text wherever it stands in a page; control characters, which HTML forbids, go. */
export function escapeHtml(text: string): string {
  return text
    .replace(/(?![\n\r\t])[\p{Cc}\u202a-\u202e]/gu, '')
    .replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}
