import { logoFault, logoOf } from '@quittance/company';
import { invalidField } from '@quittance/kernel';

/** Of a picture, in bytes. */
const MOST_BYTES = 200 * 1024;
/** As a data URL, before it is read. */
const MOST_LETTERS = 280_000;
const LONGEST_NAME = 200;

/**
 * A signature is a typed name, or a picture that can stand on the file that shows it: it is read
 * whole before anything is accepted, as that file is made only once.
 * @throws DomainError validation_failed
 */
export function refuseSignature(signature: string | null, required: boolean): void {
  if (signature === null || signature.trim() === '') {
    if (required) throw invalidField('/signature', 'required', 'is required');
    return;
  }
  if (!signature.startsWith('data:')) {
    if (signature.length <= LONGEST_NAME) return;
    throw invalidField('/signature', 'max_length', `must be at most ${LONGEST_NAME} characters`);
  }
  const fault = pictureFault(signature);
  if (fault) throw invalidField('/signature', 'format', fault);
}

function pictureFault(url: string): string | undefined {
  const picture = url.length <= MOST_LETTERS ? logoOf(url) : undefined;
  if (picture?.mediaType !== 'image/png' || picture.bytes.length > MOST_BYTES) {
    return 'must be a typed name or a PNG of at most 200 kB';
  }
  return logoFault(picture);
}
