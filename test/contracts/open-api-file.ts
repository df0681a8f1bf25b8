import type { HostName } from '@quittance/http/host';

/** Where the document of a host is kept for review. */
export function openApiFile(host: HostName): string {
  return `docs/contracts/${host}-api.openapi.json`;
}

const COLUMNS = 180;

/** The document in the order in which the host serves it: what fits on a line stands on one. */
export function openApiText(document: unknown): string {
  return `${laidOut(document, '', 0)}\n`;
}

function laidOut(value: unknown, indent: string, taken: number): string {
  const short = JSON.stringify(value);
  const isPlain = typeof value !== 'object' || value === null;
  if (isPlain || indent.length + taken + short.length <= COLUMNS) return short;
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => laidOut(each, inner, 0))
    : Object.entries(value).map(([name, each]) => {
        const label = `${JSON.stringify(name)}: `;
        return `${label}${laidOut(each, inner, label.length)}`;
      });
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}
