import { ABOUT_SECRETS, SECRET_VARIABLES } from './secrets.js';
import { SETTINGS } from './settings.js';

const HEAD = `# Every setting of Quittance. Copy to .env, or set in the environment, which wins.
# A line that stays commented out keeps the value it shows, unless that is announced as an
# example.
`;

const COLUMNS = 96;

/** The text of `.env.example`. */
export function envExample(): string {
  const settings = Object.values(SETTINGS).map(
    ({ variable, about, example, showsFallback }) =>
      `${comment(about)}${showsFallback ? '' : '# For example:\n'}#${variable}=${example}\n`,
  );
  const secrets = SECRET_VARIABLES.map((variable) => {
    const about = `${ABOUT_SECRETS[variable]} Generated in DATA_DIR outside production.`;
    return `${comment(about)}#${variable}=\n`;
  });
  return [HEAD, ...settings, ...secrets].join('\n');
}

function comment(sentence: string): string {
  const lines = [''];
  for (const word of sentence.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trimStart();
    if (line.length <= COLUMNS) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}\n`).join('');
}
