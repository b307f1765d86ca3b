import { type PicturePlace, placePicture } from './assets.ts';
import type { Located } from './fields.ts';
import { httpsUrl } from './links.ts';
import type { RenderContext } from './markdown/context.ts';
import { CARD_WIDTHS } from './pictures/widths.ts';

/** The address of a card image or avatar: a file of the item is served by us, one of another host is never fetched. */
export async function pictureAddress(
  picture: Located<string> | null,
  file: string,
  what: keyof typeof CARD_WIDTHS,
  { assetStore, source, findings, pictures }: RenderContext,
): Promise<string | null> {
  if (picture === null || picture.value === '' || picture.value.toLowerCase() === 'none') return null;
  const copy = pictures.get(picture.value);
  const place: PicturePlace =
    copy === undefined ? placePicture(picture.value, file, assetStore, source) : { kind: 'file', file: copy };
  if (place.kind === 'file') {
    const found = await assetStore.picture(place.file, CARD_WIDTHS[what]);
    if (typeof found === 'object') return found.address;
    if (found === 'missing') {
      const message = `the ${what} "${place.file.slice(0, 200)}" does not exist; add the file or remove the field`;
      findings.fatal('file-missing', file, picture.line, message);
    }
  } else if (place.kind === 'outside') {
    const message = `the ${what} "${picture.value.slice(0, 200)}" lies outside of the folder; copy it into the folder`;
    findings.fatal('path-leaves-folder', file, picture.line, message);
  } else if (httpsUrl(place.address) === null) {
    const message = `the ${what} "${place.address.slice(0, 200)}" is not a usable address; it was left out`;
    findings.warning('url-refused', file, picture.line, message);
  } else {
    const message = `the ${what} ${place.address.slice(0, 300)} lies on another host; a drawn one is shown. Put the file into the folder to show it`;
    findings.warning('image-remote', file, picture.line, message);
  }
  return null;
}
