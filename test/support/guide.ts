import { readFileSync } from 'node:fs';

/**
 * The commands that a guide in docs/ gives under a heading, as a reader would copy them: its first
 * block in the language (`sh restore` where the fence names a block). @throws Error when there is
 * none
 */
export function commandsOf(page: string, heading: string, fence: string): string {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const [, section] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [, block] = section?.split(new RegExp(`^\`\`\`${fence}$`, 'm')) ?? [];
  if (block === undefined) throw new Error(`docs/${page} gives no ${fence} under ${heading}`);
  return block.slice(0, block.indexOf('\n```')).trim();
}
