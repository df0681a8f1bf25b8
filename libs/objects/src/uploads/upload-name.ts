const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** The endings that a type bears, the one first that it is given where it has none of them. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.ms-outlook': ['msg'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  [`${OFFICE}.wordprocessingml.document`]: ['docx'],
  [`${OFFICE}.spreadsheetml.sheet`]: ['xlsx'],
  [`${OFFICE}.presentationml.presentation`]: ['pptx'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tiff', 'tif'],
  'image/webp': ['webp'],
  'message/rfc822': ['eml'],
  'text/calendar': ['ics'],
  'text/csv': ['csv'],
  'text/markdown': ['md'],
  'text/plain': ['txt', 'text', 'log'],
  'video/mp4': ['mp4', 'm4v', 'mov'],
};
const KNOWN: ReadonlySet<string> = new Set(Object.values(ENDINGS).flat());

/** What some system runs when it is opened, or a browser shows as a page of its own. */
const RUNS =
  /\.(?:ade|adp|app|apk|application|bat|chm|cmd|com|cpl|deb|desktop|dll|dmg|docm|dotm|exe|gadget|hta|html?|img|inf|iso|jar|jnlp|jse?|lnk|mht(?:ml)?|mjs|msc|msi|msix|msp|mst|php\d?|pif|pkg|potm|ppam|ppsm|pptm|ps1|psm1|py|rb|reg|rpm|scf|scr|sct|settingcontent-ms|sh|shb|shtml|svgz?|sys|url|vbe?|vbs|vhdx?|website|ws[cfh]?|xbap|xht(?:ml)?|xlam|xll|xlsb|xlsm|xltm|xml|xslt?)(?=\.|$)/giu;

/**
 * The name under which a file from outside is kept, once its bytes have told its type: with an
 * ending of that type, so that nobody opens another thing than was looked at. Null for a name that
 * ends as a program does, whatever the bytes are; within a name such an ending is made harmless.
 * @param fileName without a path, and trimmed: no ending hides behind dots or spaces
 */
export function uploadName(fileName: string, mimeType: string): string | null {
  const at = fileName.lastIndexOf('.');
  const ending = at > 0 ? fileName.slice(at + 1).toLowerCase() : '';
  if (ending !== '' && `.${ending}`.replace(RUNS, '') === '') return null;
  const [own = 'bin', ...others] = ENDINGS[mimeType] ?? [];
  const fits = ending === own || others.includes(ending);
  const stem = fits || KNOWN.has(ending) ? fileName.slice(0, at) : fileName;
  const harmless = stem.replace(RUNS, (found) => found.replace('.', '_'));
  return `${harmless}.${fits ? fileName.slice(at + 1) : own}`;
}
