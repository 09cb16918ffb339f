// Handing a link on: by the device's own sheet, the clipboard, a selected field, a picture.
// Not here: words. Invariant: what is said to be copied is in the clipboard.

/** True where the device has a sheet that takes this link. */
export function mayShare(link: string): boolean {
  const data = { url: link };
  return typeof navigator.share === 'function' && (navigator.canShare?.(data) ?? true);
}

/** What became of it; somebody who puts the sheet away has decided so. */
export async function share(data: ShareData): Promise<'shared' | 'put away' | 'failed'> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    const away = error instanceof DOMException && error.name === 'AbortError';
    return away ? 'put away' : 'failed';
  }
}

/** Over plain HTTP a page has no clipboard: there the selected field is copied as by its reader. */
export async function copyLink(
  link: string,
  field: HTMLInputElement | undefined,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return field !== undefined && copySelected(field);
  }
}

function copySelected(field: HTMLInputElement): boolean {
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length); // also where select() alone is not enough
  try {
    return document.execCommand('copy');
  } catch {
    return false; // It stands there selected, to be copied by hand.
  }
}

/** A picture of a link for the camera of another device: its side in squares, and the dark ones. */
export interface QrPicture {
  size: number;
  path: string;
}

/** The light margin that cameras need around it, in squares. */
export const QUIET = 4;

/** The encoder is loaded when somebody asks for a picture. */
export async function qrOf(link: string): Promise<QrPicture> {
  const { encode } = await import('uqr');
  const { data, size } = encode(link, { ecc: 'M', border: QUIET });
  const rows = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { size, path: rows.join('') };
}
