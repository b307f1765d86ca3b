import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AssetStore } from '../assets.ts';
import { buildItem } from '../build.ts';
import { FindingList } from '../finding-list.ts';
import { aCourse, aPng, brief, built, filesOf, options } from '../testing/content.ts';
import { type PictureEncoder, webpEncoder } from './encode-webp.ts';
import { keepCopies } from './keep-copies.ts';
import { readPicture } from './picture-size.ts';
import { withoutMetadata } from './without-metadata.ts';

let encode: PictureEncoder;
let folder = '';
beforeAll(async () => {
  const made = await webpEncoder();
  if (made === null) throw new Error('sharp has no build for this platform');
  encode = made;
  folder = await mkdtemp(path.join(tmpdir(), 'academy-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Pixels = { width: number; height: number };

/** An image that no format compresses to a few bytes. */
function noise({ width, height }: Pixels) {
  const create = { width, height, channels: 3 as const, background: 'red' };
  return sharp({ create: { ...create, noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } } });
}
const aPhoto = (size: Pixels) => noise(size).jpeg({ quality: 95 }).toBuffer();

const GPS = 'N 52 31 12';
/** Like a phone's photograph: rotated by 90 degrees, with a location and a comment. */
const fromTelephone = (size: Pixels) =>
  noise(size)
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'Somebody', ImageDescription: GPS }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

async function anAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = Buffer.alloc(20 * 40 * 3, 60).fill(200, 20 * 20 * 3);
  const joined = sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } });
  return joined[format]({ loop: 0, delay: [100, 100] }).toBuffer();
}

async function storePicture(file: string, bytes: Uint8Array, widths?: readonly number[]) {
  const findings = new FindingList();
  const assetStore = new AssetStore(filesOf({ [file]: bytes }), findings, encode);
  const picture = await assetStore.picture(file, widths);
  return { picture, assetStore, findings: brief(findings.list()) };
}

describe('a picture of a text', () => {
  test('is served in three widths of WebP without storing its original', async () => {
    const { picture, assetStore } = await storePicture('a.jpg', await aPhoto({ width: 1800, height: 900 }));
    expect(picture).toMatchObject({ width: 1800, height: 900 });
    if (typeof picture === 'string') throw new Error(picture);
    expect(picture.forms.map(({ width }) => width)).toEqual([480, 960, 1600]);
    expect(picture.address).toBe(picture.forms.at(-1)?.address);
    expect(assetStore.list().map(({ mediaType }) => mediaType)).toEqual(['image/webp', 'image/webp', 'image/webp']);
    const sizes = await Promise.all(assetStore.list().map(({ bytes }) => sharp(bytes).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [480, 240],
      [960, 480],
      [1600, 800],
    ]);
  });

  test('of 700 pixels has copies of 480 and 700', async () => {
    const { picture } = await storePicture('a.jpg', await aPhoto({ width: 700, height: 10 }));
    expect(picture).toMatchObject({ forms: [{ width: 480 }, { width: 700 }] });
  });

  test('keeps its original where no copy is smaller', async () => {
    const rough = await noise({ width: 600, height: 300 }).jpeg({ quality: 5 }).toBuffer();
    const { picture, assetStore } = await storePicture('a.jpg', rough);
    expect(picture).toMatchObject({ forms: [], width: 600, height: 300 });
    expect(assetStore.list().map(({ mediaType }) => mediaType)).toEqual(['image/jpeg']);
  });

  test('names its copies and its size in the markup', async () => {
    const files = aCourse({
      '01-start/01-hello/content.md': '## Hello\n\n![A wide view](wide.jpg)\n',
      '01-start/01-hello/wide.jpg': await aPhoto({ width: 1000, height: 500 }),
    });
    const result = await buildItem('course', files, options(), { encodePicture: encode });
    if (result.refused || result.item.kind !== 'course') throw new Error(JSON.stringify(result.findings));
    const html = result.item.lessons[1]?.body.html ?? '';
    const address = '/assets/content/[0-9a-f]{64}\\.webp';
    expect(html).toMatch(
      new RegExp(
        `<img src="(${address})" srcset="${address} 480w, ${address} 960w, \\1 1000w" sizes="\\(min-width: 736px\\) 704px, 100vw" alt="A wide view" width="1000" height="500"`,
      ),
    );
    expect(result.assets).toHaveLength(3);
  });

  test('that a text links to leads to the original, without metadata', async () => {
    const files = aCourse({
      '01-start/01-hello/content.md': '[![Berlin](p.jpg)](p.jpg)\n',
      '01-start/01-hello/p.jpg': await fromTelephone({ width: 900, height: 600 }),
    });
    const result = await buildItem('course', files, options(), { encodePicture: encode });
    if (result.refused) throw new Error(JSON.stringify(result.findings));
    const original = result.assets.find(({ mediaType }) => mediaType === 'image/jpeg');
    expect(Buffer.from(original?.bytes ?? []).toString('latin1')).not.toMatch(/Somebody|N 52/);
  });

  test('is encoded once, under however many names it lies in the item', async () => {
    let encoded = 0;
    const photo = await aPhoto({ width: 600, height: 20 });
    const counting: PictureEncoder = (...given) => {
      encoded += 1;
      return encode(...given);
    };
    const assetStore = new AssetStore(filesOf({ 'a.jpg': photo, 'b.jpg': photo }), new FindingList(), counting);
    const both = await Promise.all([
      assetStore.picture('a.jpg'),
      assetStore.picture('b.jpg'),
      assetStore.picture('a.jpg'),
    ]);
    expect(new Set(both.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(encoded).toBe(1);
  });

  test.each(['gif', 'webp'] as const)('that is animated (%s) is served unchanged', async (format) => {
    const bytes = await anAnimation(format);
    expect(readPicture(bytes)).toMatchObject({ animated: true, width: 20, height: 20, whole: true });
    const { assetStore } = await storePicture(`a.${format}`, bytes);
    expect(assetStore.list().map(({ mediaType }) => mediaType)).toEqual([`image/${format}`]);
  });

  test('for a card has one width', async () => {
    const { picture, assetStore } = await storePicture('card.jpg', await aPhoto({ width: 2000, height: 100 }), [960]);
    expect(picture).toMatchObject({ forms: [], width: 2000 });
    expect((await sharp(assetStore.list()[0]?.bytes).metadata()).width).toBe(960);
  });

  test('in CMYK is converted to sRGB', async () => {
    const cmyk = await noise({ width: 300, height: 200 }).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const { assetStore, findings } = await storePicture('print.jpg', cmyk);
    expect(findings).toEqual([]);
    expect((await sharp(assetStore.list()[0]?.bytes).metadata()).space).toBe('srgb');
  });
});

describe('metadata of an image', () => {
  test('does not reach readers, and the image stays upright', async () => {
    const turned = await fromTelephone({ width: 900, height: 600 });
    expect(readPicture(turned)).toMatchObject({ width: 600, height: 900 });
    const { picture, assetStore } = await storePicture('p.jpg', turned);
    expect(picture).toMatchObject({ width: 600, height: 900, forms: [{ width: 480 }, { width: 600 }] });
    for (const { bytes } of assetStore.list()) {
      const { width = 0, height = 0, exif, xmp, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
      expect(height).toBeGreaterThan(width);
    }
  });

  test('is removed from an original, too, whose pixels stay the same', async () => {
    const photo = await fromTelephone({ width: 90, height: 60 });
    const plain = Buffer.from(withoutMetadata(photo, 'image/jpeg'));
    expect(photo.toString('latin1')).toContain('Somebody');
    expect(plain.toString('latin1')).not.toMatch(/Somebody|N 52/);
    expect((await sharp(plain).metadata()).orientation).toBe(6);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(plain)).equals(await pixels(photo))).toBe(true);
  });

  test.each(['png', 'webp'] as const)('is removed from %s', async (format) => {
    const noted = await noise({ width: 30, height: 20 })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      [format]({ effort: 1 })
      .toBuffer();
    const plain = Buffer.from(withoutMetadata(noted, `image/${format}`));
    expect(noted.toString('latin1')).toContain('Somebody');
    expect(plain.toString('latin1')).not.toContain('Somebody');
    expect(await sharp(plain).metadata()).toMatchObject({ width: 30, height: 20 });
    expect(readPicture(plain)).toMatchObject({ width: 30, height: 20, whole: true });
  });
});

describe('a picture that cannot be used', () => {
  test.each([
    ['a PNG of 30,000 x 30,000 pixels', 'a.png', aPng(30_000, 30_000), 'fatal image-too-large'],
    ['text under the name of a picture', 'a.png', Buffer.from('not a picture'), 'error image-unreadable'],
  ])('is refused by its header: %s', async (_name, file, bytes, expected) => {
    let asked = 0;
    const findings = new FindingList();
    const never: PictureEncoder = async () => {
      asked += 1;
      return [];
    };
    expect(await new AssetStore(filesOf({ [file]: bytes }), findings, never).picture(file)).toBe('unusable');
    expect(brief(findings.list())).toEqual([`${file}:1 ${expected}`]);
    expect(asked).toBe(0);
  });

  test.each([
    ['png', () => noise({ width: 90, height: 60 }).png().toBuffer()],
    ['jpg', () => aPhoto({ width: 90, height: 60 })],
    ['gif', () => noise({ width: 90, height: 60 }).gif().toBuffer()],
    ['webp', () => noise({ width: 90, height: 60 }).webp().toBuffer()],
  ])('is one that is cut off (%s)', async (format, make) => {
    const whole = await make();
    expect(readPicture(whole)).toMatchObject({ width: 90, height: 60, whole: true, animated: false });
    const { picture, findings } = await storePicture(`a.${format}`, whole.subarray(0, Math.round(whole.length / 2)));
    expect(picture).toBe('unusable');
    expect(findings).toEqual([`a.${format}:1 error image-unreadable`]);
  });

  test('is one whose header is right and whose pixels are not', async () => {
    const bytes = await noise({ width: 90, height: 60 }).png().toBuffer();
    const middle = Math.round(bytes.length / 2);
    bytes.fill(0xff, middle, middle + 200);
    const { picture, findings } = await storePicture('a.png', bytes);
    expect(picture).toBe('unusable');
    expect(findings).toEqual(['a.png:1 error image-unreadable']);
  });

  test('is reported when it is larger than readers need', async () => {
    const { findings } = await storePicture('a.png', await noise({ width: 1700, height: 400 }).png().toBuffer());
    expect(findings).toEqual(['a.png:1 warning image-heavy']);
  });
});

describe('without a picture library for the platform', () => {
  test('images are served unchanged', async () => {
    const photo = await aPhoto({ width: 1000, height: 10 });
    const course = await built(
      aCourse({ '01-start/01-hello/content.md': '![A](a.jpg)', '01-start/01-hello/a.jpg': photo }),
    );
    expect(course.lessons[1]?.body.html).toMatch(
      /<img src="\/assets\/content\/[0-9a-f]{64}\.jpg" alt="A" width="1000" height="10"/,
    );
  });
});

describe('cached copies', () => {
  const never: PictureEncoder = () => Promise.reject(new Error('encoded again'));

  test('are not made again', async () => {
    const photo = await aPhoto({ width: 600, height: 20 });
    const place = path.join(folder, 'kept');
    const first = await keepCopies(encode, place)(photo, [480, 600]);
    expect(await keepCopies(never, place)(photo, [480, 600])).toEqual(first);
    expect((await keepCopies(encode, place)(photo, [300, 480]))?.map(({ width }) => width)).toEqual([300, 480]);
  });

  test('are evicted by newer ones at the limit', async () => {
    const place = path.join(folder, 'full');
    await keepCopies(encode, place)(await aPhoto({ width: 40, height: 40 }), [40]);
    await writeFile(path.join(place, 'old.webp'), Buffer.alloc(5_000));
    await keepCopies(encode, place, 1_000)(await aPhoto({ width: 50, height: 50 }), [50]);
    expect(await readdir(place)).not.toContain('old.webp');
    expect(await readdir(place)).toHaveLength(1);
  });

  test('cost nothing but time when the folder cannot be written', async () => {
    await writeFile(path.join(folder, 'file'), '');
    const copies = await keepCopies(encode, path.join(folder, 'file'))(await aPhoto({ width: 50, height: 50 }), [50]);
    expect(copies).toHaveLength(1);
  });
});
