import type { ProblemDefinition } from '@quittance/kernel';

const HEAD = `# Problems

Every refusal of both hosts is a problem document (RFC 9457, \`application/problem+json\`) with one
of these codes. Codes are stable; the sentence names values a person can act on, filled in at the
places in braces. This page is generated from the code by \`npm run docs:generate\`.
`;

/** The page that a problem's \`type\` address leads to: one heading per code, by code. */
export function problemsPage(problems: readonly ProblemDefinition[]): string {
  const byCode = [...problems].sort((a, b) => (a.code < b.code ? -1 : 1));
  const sections = byCode.map(
    ({ code, status, title, detail }) => `### \`${code}\`\n\n${status} · **${title}**: ${detail}\n`,
  );
  return [HEAD, ...sections].join('\n');
}
