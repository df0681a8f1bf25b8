import { normalText } from '@quittance/work';

/** Signs that no file system or header should see, and those that let a name run the other way. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}<>:"|?*]/gu;
const MAX_LENGTH = 200;
/** Names that are devices on some systems, whatever ends them. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name under which a file may be stored anywhere: no path, no control or formatting signs, no
 * device, at most 200 characters of which the ending is kept. Null when nothing is left of it.
 */
export function safeFileName(given: string): string | null {
  const own = given.split(/[/\\]/).at(-1) ?? '';
  const name = normalText(own, 'NFC').replace(UNSAFE, '');
  const trimmed = name
    .trim()
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  if (trimmed === '') return null;
  const { stem, ending } = partsOf(trimmed);
  const safe = DEVICES.test(stem) ? `_${stem}` : stem;
  return [...safe].slice(0, MAX_LENGTH - ending.length).join('') + ending;
}

/** An ending longer than a few letters is part of the name. */
function partsOf(name: string): { stem: string; ending: string } {
  const at = name.lastIndexOf('.');
  const ending = at > 0 ? name.slice(at) : '';
  const known = /^\.[A-Za-z0-9]{1,10}$/.test(ending);
  return known ? { stem: name.slice(0, at), ending } : { stem: name, ending: '' };
}

const PLAIN = /[^A-Za-z0-9._ -]/g;

/** The header that offers a file under its name (RFC 6266), in ASCII beside its own letters. */
export function asAttachment(fileName: string): string {
  const plain = fileName.replace(PLAIN, '_');
  if (plain === fileName) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
